import type { ExceptionMessages } from './en.ts'

export const ja: ExceptionMessages = {
  exceptions_attention: '対応が必要です',
  exceptions_attention_text:
    '請求書の支払いとして扱われていない入金、または請求額に満たない入金があります。対応を選択してください。',
  exceptions_more: '新しいものから表示しています。対応が済むと、残りがここに表示されます。',
  exceptions_title: '支払いの不一致',
  exceptions_open: '対応する',
  exceptions_what: '内容',
  exceptions_kind_partial: '請求書が終了するまでに、一部の金額しか入金されませんでした。',
  exceptions_kind_late: 'この支払いは、請求書の終了後に入金されました。',
  exceptions_kind_surplus: 'この支払いは、請求書の支払い完了後に入金されました。',
  exceptions_kind_excess: '請求額より多く支払われました。これはその差額です。',
  exceptions_amount: '金額',
  exceptions_invoice: '請求書',
  exceptions_transaction: 'トランザクション',
  exceptions_time: '入金日時',
  exceptions_state: 'ステータス',
  exceptions_state_open: '未対応',
  exceptions_state_accepted: '承諾済み',
  exceptions_state_refunded: '返金済み',
  exceptions_state_kept: '受領済み',
  exceptions_state_void: '別のトランザクションに置き換え済み',
  exceptions_accept: '支払いとして承諾',
  exceptions_accept_partial:
    '入金済みの金額で請求書が支払い済みになり、不足額が表示されます。この請求書への入金は、すべてまとめて承諾されます。',
  exceptions_accept_late:
    '請求書が支払い済みになり、期限後の支払いとして記録されます。入金が請求額に満たない場合は、不足額が表示されます。',
  exceptions_accept_button: '支払いを承諾',
  exceptions_refund: '返金の記録',
  exceptions_refund_text:
    'ここから送金は行われません。まずご自身のウォレットから返金し、その後トランザクションIDを入力してください。ネットワーク手数料を差し引いたこの金額が返金されているかを確認します。',
  exceptions_refund_txid: '返金のトランザクションID',
  exceptions_refund_button: '返金を記録',
  exceptions_keep: '返金せずに受領',
  exceptions_keep_text: '請求書はそのままです。理由をメモに残します。',
  exceptions_keep_note: 'メモ',
  exceptions_keep_hint: '1～500文字',
  exceptions_keep_button: '返金せずに受領',
  exceptions_done: '支払いの不一致に対応しました。',
  exceptions_error_resolved: 'この支払いの不一致は対応済みです。',
  exceptions_error_not_acceptable:
    'この支払いはもう承諾できません。請求書がすでに支払い済みか、支払いが置き換えまたは二重支払いにより無効になっています。',
  exceptions_error_txid: 'トランザクションIDを入力してください。数字とa～fの文字からなる64文字です。',
  exceptions_error_note: 'メモを1～500文字で入力してください。',
  exceptions_refund_error_payment:
    'このトランザクション自体が、請求書への支払いです。返金のトランザクションIDを入力してください。',
  exceptions_refund_error_unknown:
    'このサーバーのノードで、このトランザクションが見つかりません。IDと、ウォレットから送信済みであることを確認してください。',
  exceptions_refund_error_too_old:
    'このトランザクションは、支払いより前のものです。返金のトランザクションIDを入力してください。',
  exceptions_refund_error_unreadable: 'このトランザクションを読み取れませんでした。IDを確認してください。',
  exceptions_refund_error_amount:
    'このトランザクションは、返金額が足りないか、ご自身のアドレスにしか送っていません。IDを確認してください。',
  exceptions_refund_error_used:
    'このトランザクションは、別の支払いの不一致への対応にすでに使われています。別のトランザクションのIDを入力してください。',
  email_exceptions_subject: '対応が必要な支払いがあります',
  email_exceptions_text:
    'お客様のアカウント {email} への次の支払いは、遅れて届いたか、請求額と一致しません。',
  email_exceptions_more: 'ほかにも支払いがあります。',
  email_exceptions_decide: '対応を選んでください:',
  email_exceptions_frequency: 'このメールは 1 時間に最大 1 通です。停止するには設定を開いてください:',
}
