import type { DestinationsMessages } from './en.ts'

export const ja: DestinationsMessages = {
  destinations_intro:
    '代金はお客様からご自身のウォレットに直接支払われます。このサーバーは鍵を保持しません。受取ウォレットのないコインは、請求書に表示されません。',
  destinations_is_set: '設定済み',
  destinations_not_set: '未設定',
  destinations_none: '{coin}での支払いはまだ受け取れません。',
  destinations_set_up: 'ウォレットを追加',
  destinations_change: 'ウォレットを変更',
  destinations_kind: '種類',
  destinations_kind_xpub: '拡張公開鍵：請求書ごとに新しいアドレス',
  destinations_kind_address: '固定アドレス：すべての請求書で共通',
  destinations_address: 'アドレス',
  destinations_key_id: 'キーID',
  destinations_next: '次のインデックス',
  destinations_first: '最初のアドレス',
  destinations_now: '現在の受取ウォレット',
  destinations_set_title: '受取ウォレット',
  destinations_change_title: '新しい受取ウォレット',
  destinations_how:
    '請求書ごとに新しいアドレスを使えるように、ウォレットの拡張公開鍵（xpub）の使用をおすすめします。拡張公開鍵で入金と残高は見えますが、送金はできません。次の画面で、アドレスをウォレットと照合します。確定するまで何も変更されません。',
  destinations_field: '拡張公開鍵またはアドレス',
  destinations_field_hint:
    'ここで使える鍵の先頭は{names}です。秘密鍵やリカバリーフレーズは、このページを含め、決して誰にも教えないでください。',
  destinations_show: 'アドレスを表示',
  destinations_test_title: 'まだウォレットをお持ちでない場合',
  destinations_test_text:
    'このサンドボックスのテストコインに価値はありません。テスト用の鍵に対応するウォレットはないため、照合は不要です。設定済みのコインは変わりません。',
  destinations_test_button: 'すべてのコインにテスト用の鍵を使う',
  destinations_skip_title: 'アドレスのスキップ',
  destinations_skip_text:
    '次に使われるアドレスを、ウォレットが別の用途ですでに使っている場合に使用します。多くのウォレットは連続する未使用アドレスを20個までしか確認しないため、スキップする数は最小限にしてください。',
  destinations_skip_by: 'アドレスの数',
  destinations_skip_hint: '1～{max}',
  destinations_skip: 'アドレスをスキップ',
  destinations_compare_title: 'ウォレットとの照合',
  destinations_compare_xpub:
    'ウォレットで受取アドレスの一覧を開き、最初の3つが以下と1文字ずつ一致することを確認してください：',
  destinations_compare_address: 'ご自身のウォレットの受取アドレスと1文字ずつ一致することを確認してください：',
  destinations_about_xpub: '異なる場合は、別のアカウントか別の種類のアドレスです。確定しないでください。',
  destinations_about_address:
    'すべての請求書でこの1つのアドレスを使うため、同じ受取人への請求であることが誰にでもわかります。支払いを識別できるように、未払いの請求書ごとに金額をわずかに変えて請求します。',
  destinations_confirm_title: '確認',
  destinations_confirm_text:
    'まだ何も変更されていません。すでにアドレスのある請求書は、そのアドレスのままです。その他の請求書では、今後このウォレットを使います。',
  destinations_same_text: 'すでに設定されている受取ウォレットです。変更はありません。',
  destinations_email_text: '変更をメールでお知らせします。',
  destinations_confirm: '一致を確認して確定',
  destinations_mismatch: '一致しないため別のウォレットを入力',
  destinations_done_set: '{coin}の受取ウォレットを保存しました。',
  destinations_done_test: 'すべてのコインにテスト用の鍵を追加しました。',
  destinations_done_skipped: '{coin}のアドレスをスキップしました。',
  destinations_error_key:
    'この拡張公開鍵は無効です。文字が足りないか、間違っています。ウォレットからコピーし直してください。',
  destinations_error_private_key:
    'これは秘密鍵です。秘密鍵を知っている人は誰でも資金を使えます。入力された鍵は保存していません。対応する拡張公開鍵を入力し、秘密鍵は今後どこにも入力しないでください。',
  destinations_error_other_key:
    'この鍵は別のコインまたはネットワークのものです。入力欄の下に示した文字で始まる鍵を入力してください。',
  destinations_error_address:
    'このネットワークでのこのコインのアドレスまたは拡張公開鍵ではありません。ウォレットからコピーし直してください。',
  destinations_error_derived:
    'このアドレスは、請求書用に拡張公開鍵から生成されたものです。別のアドレスを入力してください。',
  destinations_error_changed:
    'このページを開いた後に、このコインの受取ウォレットが変更されたため、新しいウォレットは保存されませんでした。現在のウォレットを確認し、変更する場合は最初からやり直してください。',
  destinations_error_skip: '入力欄の下に示した範囲の整数を入力してください。',

  email_destination_changed_subject: '受取ウォレットが変更されました',
  email_destination_changed_text:
    'アカウント{email}への{coin}の支払いは、今後別のウォレットに送られます。その最初のアドレスは次のとおりです：\n\n{address}\n\nご自身のウォレットと照合してください。心当たりがない場合は、すぐにパスワードを再設定してから、受取ウォレットを設定し直してください：\n\n{url}',
}
