import type { PreferencesMessages } from './en.ts'

export const ja: PreferencesMessages = {
  preferences_intro: '新しい請求書と新しいレートに適用されます。',
  preferences_done: '基本設定を保存しました。',
  preferences_save: '基本設定を保存',
  preferences_shop: 'ショップ',
  preferences_name: '名前',
  preferences_name_hint: 'お客様には金額の上に表示されます。{count}文字まで。空欄の場合は表示されません。',
  preferences_currency: '通貨',
  preferences_currency_hint: '通貨を指定していない請求書と、集計に使います。',
  preferences_zone: 'タイムゾーン',
  preferences_zone_hint: 'ページに表示される日時と、集計の日付に使います。',
  preferences_coins: 'コイン',
  preferences_coins_text:
    'お客様が支払いに使えるコインを、この順に表示します。順番を変えるには、別の位置を選択してください。',
  preferences_coin: 'コイン',
  preferences_offered: '表示',
  preferences_position: '位置',
  preferences_confirmations: '承認数',
  preferences_offer: '{coin}を表示する',
  preferences_position_of: '{coin}の位置',
  preferences_confirmations_of: '{coin}の承認数',
  preferences_default: '標準（{count}）',
  preferences_immediately: '0（即時）',
  preferences_no_destination: '受取ウォレットなし',
  preferences_confirmations_hint:
    '支払いがネットワークに受理されると、請求書は支払い済みになります。この回数の承認（最大{count}回）を得ると、支払いは承認済みとして扱われます。0の場合はすぐに承認済みになり、支払いが無効になるリスクを負うことになります。送信済みの支払いには影響しません。',
  preferences_any_wallets: 'すべてのウォレットからの支払い',
  preferences_any_wallet: 'すべてのウォレットからの支払いを受け付ける',
  preferences_any_wallet_text:
    'お客様は、どのウォレットや取引所からでも、アドレスに送金して支払えるようになります。入金はネットワーク上で検出されます。過不足や期限後の入金があった場合は、ご自身で対応を選択します。',
  preferences_any_wallet_hint:
    '対象コイン：{coins}。受取ウォレットに拡張公開鍵（xpub）を設定する必要があります。',
  preferences_underpaid: '許容する不足額（%）',
  preferences_underpaid_hint:
    '不足額が請求額に対してこの割合以内であれば、請求書は支払い済みになります。0～{max}（例：0.5）。空欄の場合は0です。',
  preferences_prices: 'レート',
  preferences_prices_text:
    'レートの有効時間中は、相場が変動しても、お客様は表示された金額を支払います。有効時間が長いほど、価格変動のリスクが高くなります。',
  preferences_hold: 'レートの有効時間（分）',
  preferences_hold_hint: '{min}～{max}。空欄の場合は標準の{default}です。',
  preferences_frames: '決済ページの埋め込み',
  preferences_origins: '決済ページの埋め込みを許可するサイト',
  preferences_origins_hint: '1行に1つ入力します（例：{example}）。許可しない場合は空欄にします。',
  preferences_emails: 'メール',
  preferences_emails_unavailable:
    'このサーバーはメールを送信できません。先に運営者がメールサーバーを設定する必要があります。',
  preferences_email_exceptions: '支払いへの対応が必要なときにメールを受け取る',
  preferences_email_exceptions_hint:
    '支払いが遅れて届いたとき、または請求額と一致しないとき。メールは 1 時間に最大 1 通です。',
  preferences_email_receipts: '購入者に領収書をメールで送る',
  preferences_email_receipts_hint:
    'メタデータに購入者のアドレスが {key} として含まれる請求書が対象です。ショップのプラグインが送信します。ショップが独自にメールを送る場合はオフのままにしてください。',
  preferences_error_name: '名前を{length}文字以内で入力してください。制御文字は使えません。',
  preferences_error_currency: '一覧から通貨を選択してください。',
  preferences_error_zone: '一覧からタイムゾーンを選択してください。',
  preferences_error_coins: 'コインを1つ以上選択してください。',
  preferences_error_hold: '{min_minutes}～{max_minutes}分で入力するか、空欄にしてください。',
  preferences_error_confirmations: '承認数を0～{max}で入力してください。',
  preferences_error_underpaid: '割合を0～{max_percent}で入力してください。小数点以下は{decimals}桁までです。',
  preferences_error_origins:
    '各サイトを{example}のように、パスを含めずに入力してください。20サイトまで指定できます。http://はlocalhostにのみ使えます。',

  preferences_change: '{setting}：{after}（変更前：{before}）',
  preferences_change_default: '標準',
  preferences_change_none: 'なし',
  preferences_change_on: 'オン',
  preferences_change_off: 'オフ',
  email_preferences_changed_subject: 'アカウントの基本設定が変更されました',
  email_preferences_changed_text:
    'アカウント{email}の基本設定が変更されました：\n\n{changes}\n\n心当たりがない場合は、すぐにパスワードを再設定してください：\n\n{url}\n\nその後、基本設定を元に戻してください：\n\n{undo}',
}
