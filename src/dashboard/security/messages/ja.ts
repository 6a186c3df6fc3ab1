import type { SecurityMessages } from './en.ts'

export const ja: SecurityMessages = {
  passkeys: 'パスキー',
  passkeys_text: 'パスキーを使うと、パスワードやコードなしで、指紋、顔、または端末のPINでログインできます。',
  passkeys_add: 'パスキーを追加',
  passkeys_name_hint: '「スマートフォン」など、保存場所がわかる名前を付けてください。',
  passkeys_unsupported:
    'パスキーを追加するには、JavaScriptを有効にし、パスキーに対応したブラウザを使用してください。',
  passkeys_full: 'これ以上パスキーを追加できません。追加するには、1つ削除してください。',
  passkeys_rename: 'パスキーの名前を変更',
  passkeys_remove: 'パスキーを削除',
  passkeys_remove_text:
    'このパスキーではログインできなくなります。端末やパスワードマネージャーからも削除してください。ログイン中のブラウザはログインしたままです。{sessions}を確認してください。',
  passkeys_use: 'パスキーを使う',
  passkeys_not_added: 'パスキーは追加されませんでした。もう一度お試しください。',
  passkeys_not_used: 'パスキーは使用されませんでした。もう一度試すか、別の方法でログインしてください。',
  passkeys_already: 'この端末またはパスワードマネージャーには、このアカウントのパスキーがすでにあります。',
  passkeys_error_wrong: 'パスキーが受け付けられませんでした。もう一度お試しください。',
  done_passkey_added: 'パスキーを追加しました。このパスキーでログインできます。',
  done_passkey_renamed: 'パスキーの名前を変更しました。',
  done_passkey_removed: 'パスキーを削除しました。',
  email_passkey_added_subject: 'パスキーが追加されました',
  email_passkey_added_text:
    'アカウント{email}にパスキーが追加されました。パスワードやコードなしでログインできます。\n\n心当たりがない場合は、すぐにパスワードを再設定してください：\n\n{url}\n\nその後、心当たりのないパスキーを削除してください：\n\n{undo}',
  email_passkey_removed_subject: 'パスキーが削除されました',
  email_passkey_removed_text:
    'アカウント{email}からパスキーが削除されました。\n\n心当たりがない場合は、すぐにパスワードを再設定してください：\n\n{url}\n\nその後、心当たりのないパスキーを削除してください：\n\n{undo}',
}
