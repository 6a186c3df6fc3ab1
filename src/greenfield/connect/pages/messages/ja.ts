import type { ConnectMessages } from './en.ts'

export const ja: ConnectMessages = {
  title: 'ショップを接続',
  plug_in: 'ショップのプラグイン',
  intro:
    '{application}がアカウントへのアクセスを求めています。ご自身のショップで今この操作を始めた場合にのみ続行してください。',
  application: 'プラグイン',
  host: 'ショップ',
  host_text: '{host}（ここにキーを送信します）',
  no_host: '表示されるキーをコピーして、プラグインに入力してください。',
  account: 'アカウント',
  account_text: '{email}、ストア{store}',
  permissions: '権限',
  unsupported: '以下はこのサービスでは提供していないため、キーには含まれません：',
  repeated:
    'このショップにはすでにキーがあります（{time}作成）：{link}。「承認」を選択すると、キーがもう1つ作成されます。以前のキーは失効させるまで有効です。',
  allow_frame: '{origin}への決済ページの埋め込みを許可する',
  authorize: '承認',
  cancel: 'キャンセル',
  done: 'キーを作成しました',
  done_send: 'ブラウザから{host}にキーが送信されます。',
  done_repeated: 'これは新しいキーです。以前のキーは失効させるまで有効です：{link}。',
  continue: '{host}に進む',
  done_show:
    '今すぐキーをコピーして、プラグインの設定に入力してください。再表示はできません。紛失した場合は、キーを失効させてからショップを接続し直してください。',
  done_store: 'ストアID',
  problem_parameters:
    'プラグインのリクエストが無効です。値が長すぎるか、形式が正しくありません。ショップからやり直してください。',
  problem_redirect:
    'プラグインのリクエストのリダイレクトURLが無効です。ショップの完全なhttps:// URLを指定する必要があります。http://はlocalhostに対してのみ使えます。',
  problem_permissions:
    'プラグインのリクエストに、このサービスが提供する権限が含まれていません。プラグインがQuittanceに対応しているか確認してください。',
  'btcpay.store.canviewinvoices': '請求書とその支払いの閲覧',
  'btcpay.store.canviewstoresettings': 'アカウントの名前、通貨、利用できるコインの閲覧',
  'btcpay.store.cancreateinvoice': '請求書の作成',
  'btcpay.store.canmodifyinvoices': '請求書の変更とキャンセル',
  'btcpay.store.canmodifystoresettings':
    'ストア設定の変更（キーで変更できる設定はありませんが、プラグインがこの権限を必要とします）',
  'btcpay.store.webhooks.canmodifywebhooks': 'Webhookの追加と、追加したWebhookの管理',
}
