import type { OverviewMessages } from './en.ts'

export const ja: OverviewMessages = {
  overview_of: '{name}の概要',

  overview_steps: 'はじめに',
  overview_steps_done: '{all}件中{done}件完了',
  overview_step_name: 'ショップ名を設定',
  overview_step_name_text: 'お支払いの際にお客様に表示されます。',
  overview_done: '完了：',
  overview_open: '未完了：',
  overview_optional: '任意',
  overview_step_destination: '受取ウォレットを追加',
  overview_step_destination_text:
    '受け取るコインごとに、ウォレットの拡張公開鍵（xpub）またはアドレスを登録します。',
  overview_step_any_wallet: 'すべてのウォレットからの支払いを受け付ける',
  overview_step_any_wallet_text:
    '推奨：支払いリクエストに対応するウォレットは一部ですが、アドレスへの送金はどのウォレットでもできます。入金はネットワーク上で自動的に検出されます。',
  overview_step_token: 'アクセストークンを作成',
  overview_step_token_text:
    'コードから請求書を作成するために使います。表示は一度きりです。{variable}として保存してから、次を実行してください：',
  overview_step_invoice: '最初の請求書を作成',
  overview_step_invoice_text: 'フォームに入力するか、レジで金額を入力します。',
  overview_step_payment: '最初の支払いを受け取る',
  overview_step_payment_text: '請求書の決済ページを開き、ウォレットで支払います。',
  overview_step_payment_sandbox:
    '請求書の決済ページを開きます。このサンドボックスでは、そこからテストコインで支払えます。',
  overview_step_webhook: 'Webhookで通知を受け取る',
  overview_step_webhook_text: '請求書が変わると、すぐにサーバーに通知します。',

  overview_failed: '未配信のWebhook：{count}件。',
  overview_failed_link: '配信を表示',

  overview_figures: '支払い済みの請求書',
  overview_today: '今日',
  overview_7d: '7日間',
  overview_30d: '30日間',
  overview_invoices: '請求書：{count}件',
  overview_figures_hint:
    '支払日時で集計しています。日付のタイムゾーンは{zone}です。無効になった支払いは含みません。',

  overview_trends: '推移',
  overview_period: '期間',
  overview_per_day: '日別の支払額',
  overview_per_hour: '時間別の支払額',
  overview_show_table: '表を表示',
  overview_day: '日付',
  overview_hour: '時間帯',
  overview_sum: '合計',
  overview_count: '件数',
  overview_bars_desc: '{from}から{to}までの棒グラフ。最高額は{sum}：{period}。',
  overview_shares: 'コイン別の割合',
  overview_coin: 'コイン',
  overview_share: '割合',
  overview_times: '支払いまでの時間',
  overview_times_text: '請求書の半数は{time}以内に支払われました。',
  overview_times_sample: '直近{count}件の支払いに基づいています。',
  overview_up_to: '{time}以内',
  overview_between: '{over}超～{time}以内',
  overview_over: '{time}超',
  overview_time: '時間',
  overview_nothing: 'この期間に{currency}の支払いはありません',
  overview_nothing_text: '請求書が支払われると、ここにグラフが表示されます。',

  overview_latest: '最新の請求書',
  overview_all: 'すべての請求書',
  overview_none: '請求書はまだありません',
  overview_none_text: '{till}で作成できます。金額を入力するだけです。',
  overview_none_viewed: '新しい請求書は自動的にここに表示されます。',
}
