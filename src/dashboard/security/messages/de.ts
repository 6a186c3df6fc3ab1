import type { SecurityMessages } from './en.ts'

export const de: SecurityMessages = {
  passkeys: 'Passkeys',
  passkeys_text:
    'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder Geräte-PIN an, ohne Passwort und Code.',
  passkeys_add: 'Passkey hinzufügen',
  passkeys_name_hint: 'Wo er gespeichert ist, etwa „Smartphone“, damit Sie ihn wiedererkennen.',
  passkeys_unsupported:
    'Um einen Passkey hinzuzufügen, aktivieren Sie JavaScript und verwenden Sie einen Browser, der Passkeys unterstützt.',
  passkeys_full:
    'Ihr Konto kann keine weiteren Passkeys haben. Entfernen Sie einen, um einen neuen hinzuzufügen.',
  passkeys_rename: 'Passkey umbenennen',
  passkeys_remove: 'Passkey entfernen',
  passkeys_remove_text:
    'Sie können sich damit nicht mehr anmelden. Löschen Sie ihn auch auf Ihrem Gerät oder in Ihrem Passwortmanager. Angemeldete Browser bleiben angemeldet: Prüfen Sie Ihre {sessions}.',
  passkeys_use: 'Passkey verwenden',
  passkeys_not_added: 'Es wurde kein Passkey hinzugefügt. Versuchen Sie es noch einmal.',
  passkeys_not_used:
    'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal oder melden Sie sich anders an.',
  passkeys_already: 'Dieses Gerät oder dieser Passwortmanager hat bereits einen Passkey für Ihr Konto.',
  passkeys_error_wrong: 'Der Passkey wurde nicht akzeptiert. Versuchen Sie es noch einmal.',
  done_passkey_added: 'Passkey hinzugefügt. Sie können sich jetzt damit anmelden.',
  done_passkey_renamed: 'Passkey umbenannt.',
  done_passkey_removed: 'Passkey entfernt.',
  email_passkey_added_subject: 'Ein Passkey wurde hinzugefügt',
  email_passkey_added_text:
    'Zu Ihrem Konto {email} wurde ein Passkey hinzugefügt. Er meldet ohne Passwort und Code an.\n\nWenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück:\n\n{url}\n\nEntfernen Sie danach Passkeys, die Sie nicht kennen:\n\n{undo}',
  email_passkey_removed_subject: 'Ein Passkey wurde entfernt',
  email_passkey_removed_text:
    'Von Ihrem Konto {email} wurde ein Passkey entfernt.\n\nWenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück:\n\n{url}\n\nEntfernen Sie danach Passkeys, die Sie nicht kennen:\n\n{undo}',
}
