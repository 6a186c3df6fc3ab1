import type { WebhooksMessages } from './en.ts'

export const ja: WebhooksMessages = {
  webhooks_intro:
    '変化があるとサーバーに通知します。各Webhookには、登録したイベントごとに署名付きのPOSTリクエストが送信されます。',
  webhooks_add: 'Webhookを追加',
  webhooks_none: 'Webhookはまだありません',
  webhooks_none_text:
    'サーバーのURL（例：https://shop.example.com/hooks）を追加すると、すべてのイベントを受信できます。請求書ごとにwebhook_urlを設定して、支払い時に通知を受け取ることもできます。',
  webhooks_caption: 'Webhook',
  webhooks_webhook: 'Webhook',
  webhooks_state: 'ステータス',
  webhooks_last_delivery: '最後の配信',
  webhooks_every_event: 'すべてのイベント',
  webhooks_no_deliveries: 'まだありません',
  webhooks_enabled: '有効',
  webhooks_failing: '配信エラー',
  webhooks_failing_since: '{time}以降、配信に成功していません。5日間続くと無効になります。',
  webhooks_disabled: '無効',
  webhooks_disabled_failing: '5日間、配信に失敗しました。',
  webhooks_disabled_gone: 'サーバーが410 Goneを返しました。',
  webhooks_disabled_by_hand: '手動で無効にしました。',
  webhooks_disabled_at: '{time}から。',

  webhooks_url: 'URL',
  webhooks_url_hint:
    'https://またはhttp://のURLで、ポートは443または80です。その他のポートやプライベートアドレスを使うには、WEBHOOK_ALLOW_PRIVATE=true（サンドボックスのデフォルト）が必要です。',
  webhooks_description: '説明',
  webhooks_description_hint: '任意。ご自身用のメモです。255文字まで。',
  webhooks_events: 'イベント',
  webhooks_events_hint: '送信するイベントを選択してください。何も選択しない場合は、すべて送信されます。',
  webhooks_kind_invoice: '請求書',
  webhooks_kind_payment: '支払い',
  webhooks_kind_account: 'アカウント',
  webhooks_kind_webhook: 'Webhook',
  webhooks_kind_all: 'すべて',
  webhooks_save: '変更を保存',
  webhooks_created: '作成日時',
  webhooks_details: '詳細',
  webhooks_settings: '設定',
  webhooks_enable: 'Webhookを有効にする',
  webhooks_disable: 'Webhookを無効にする',
  webhooks_test: 'テストイベントを送信',
  webhooks_test_text:
    'テストイベントは、署名付きのwebhook.testイベントです。1回だけ送信され、再試行はされません。',
  webhooks_recent_deliveries: '最近の配信',
  webhooks_all_deliveries: 'このWebhookのすべての配信',
  webhooks_delete: 'Webhookを削除',
  webhooks_delete_title: 'このWebhookの削除',
  webhooks_delete_text:
    'イベントが送信されなくなり、配信待ちの配信はキャンセルされ、シークレットは削除されます。一時的に止める場合は、削除せずに無効にしてください。',

  webhooks_secret: '署名シークレット',
  webhooks_secret_text: 'このWebhookへのリクエストの署名にのみ使います。',
  webhooks_secret_account: '請求書の署名シークレット',
  webhooks_secret_account_text: '請求書のwebhook_urlへのリクエストの署名に使います。',
  webhooks_secret_show: 'シークレットを表示',
  webhooks_secret_rotate: 'シークレットを更新',
  webhooks_secret_rotate_text:
    '新しいシークレットはすぐに有効になります。24時間は新旧両方のシークレットで署名します。',
  webhooks_secret_password_hint:
    '離席中に他の人にシークレットを見られないように、パスワードを入力してください。',
  webhooks_secret_copy: '今すぐコピーしてください。このページを離れると再び非表示になります。',
  webhooks_secret_previous: '以前のシークレット（更新後も24時間は署名に使用）',
  webhooks_secret_already_shown:
    'シークレットは表示済みです。もう一度見るには、パスワードを入力してください。',

  webhooks_verify: '署名の検証',
  webhooks_verify_text:
    'すべてのリクエストは{standard}に従って、webhook-id、webhook-timestamp、webhook-signatureの各ヘッダーで署名されています。ほとんどの言語にライブラリがあります：',
  webhooks_verify_response:
    '15秒以内に2xxを返してください。返されない場合は再試行し、3日間で合計10回送信します。webhook-idはすべての試行で同じなので、重複の除外に使えます。',

  webhooks_done_created:
    'Webhookを追加しました。テストイベントを送信して、サーバーの応答を確認してください。',
  webhooks_done_changed: '変更を保存しました。',
  webhooks_done_enabled: 'Webhookを有効にしました。',
  webhooks_done_disabled: 'Webhookを無効にしました。配信待ちの配信はキャンセルされました。',
  webhooks_done_deleted: 'Webhookを削除しました。',
  webhooks_done_rotated: 'シークレットを更新しました。24時間は新旧両方のシークレットで署名します。',

  webhooks_error_url:
    'このURLには接続できません。ユーザー名とパスワードを含まない、完全なhttps://またはhttp:// URLを入力してください。プライベートアドレス、または443と80以外のポートを使うには、WEBHOOK_ALLOW_PRIVATE=trueが必要です。',
  webhooks_error_description:
    '説明が長すぎるか、使えない文字が含まれています。255文字以内で入力してください。',
  webhooks_error_types: '不明なイベントの種類です。ページを再読み込みし、イベントを選択し直してください。',
  webhooks_error_too_many: 'Webhookの数が上限に達しています。先に1つ削除してください。',
  webhooks_error_host_too_many: 'このホストのWebhookの数が上限に達しています。先に1つ削除してください。',

  email_webhook_added_subject: 'Webhookが追加されました',
  email_webhook_added_text:
    'アカウント{email}にWebhookが追加されました。イベントは{host}に送信されます。\n\n心当たりがない場合は、すぐにパスワードを再設定してください：\n\n{url}\n\nその後、Webhookを削除し、心当たりのないアクセストークンを失効させてください：\n\n{undo}',
  email_webhook_url_changed_subject: 'Webhook URLが変更されました',
  email_webhook_url_changed_text:
    'アカウント{email}のWebhookのURLが変更されました。今後イベントは{host}に送信されます。変更前のホストは{before}です。\n\n心当たりがない場合は、すぐにパスワードを再設定してください：\n\n{url}\n\nその後、URLを元に戻し、心当たりのないアクセストークンを失効させてください：\n\n{undo}',
  email_webhook_secret_replaced_subject: 'Webhookのシークレットが更新されました',
  email_webhook_secret_replaced_text:
    'アカウント{email}のWebhookのシークレットが更新されました。24時間は新旧両方のシークレットで署名します。\n\n心当たりがない場合は、すぐにパスワードを再設定してください：\n\n{url}\n\nその後、もう一度シークレットを更新し、心当たりのないアクセストークンを失効させてください：\n\n{undo}',
}
