import type { WebhooksMessages } from './en.ts'

export const de: WebhooksMessages = {
  webhooks_intro:
    'Wir benachrichtigen Ihren Server, wenn etwas passiert: Jeder Webhook erhält für jedes abonnierte Ereignis eine signierte POST-Anfrage.',
  webhooks_add: 'Webhook hinzufügen',
  webhooks_none: 'Noch keine Webhooks',
  webhooks_none_text:
    'Geben Sie die URL Ihres Servers an, etwa https://shop.example.com/hooks, um alle Ereignisse zu erhalten. Eine Rechnung kann auch eine eigene webhook_url haben, die benachrichtigt wird, wenn sie bezahlt ist.',
  webhooks_caption: 'Webhooks',
  webhooks_webhook: 'Webhook',
  webhooks_state: 'Status',
  webhooks_last_delivery: 'Letzte Zustellung',
  webhooks_every_event: 'Alle Ereignisse',
  webhooks_no_deliveries: 'Noch keine',
  webhooks_enabled: 'Aktiviert',
  webhooks_failing: 'Fehlerhaft',
  webhooks_failing_since: 'Keine erfolgreiche Zustellung seit {time}. Nach fünf Tagen wird er deaktiviert.',
  webhooks_disabled: 'Deaktiviert',
  webhooks_disabled_failing: 'Fünf Tage lang schlugen alle Zustellungen fehl.',
  webhooks_disabled_gone: 'Ihr Server hat mit 410 Gone geantwortet.',
  webhooks_disabled_by_hand: 'Sie haben ihn deaktiviert.',
  webhooks_disabled_at: 'Seit {time}.',

  webhooks_url: 'URL',
  webhooks_url_hint:
    'Eine URL mit https:// oder http://, auf Port 443 oder 80. Andere Ports und private Adressen erfordern WEBHOOK_ALLOW_PRIVATE=true, den Standard in der Sandbox.',
  webhooks_description: 'Beschreibung',
  webhooks_description_hint: 'Optional, nur für Sie. Höchstens 255 Zeichen.',
  webhooks_events: 'Ereignisse',
  webhooks_events_hint: 'Wählen Sie die Ereignisse aus. Ohne Auswahl werden alle gesendet.',
  webhooks_kind_invoice: 'Rechnungen',
  webhooks_kind_payment: 'Zahlungen',
  webhooks_kind_account: 'Konto',
  webhooks_kind_webhook: 'Webhooks',
  webhooks_kind_all: 'Alle',
  webhooks_save: 'Änderungen speichern',
  webhooks_created: 'Erstellt',
  webhooks_details: 'Details',
  webhooks_settings: 'Einstellungen',
  webhooks_enable: 'Webhook aktivieren',
  webhooks_disable: 'Webhook deaktivieren',
  webhooks_test: 'Testereignis senden',
  webhooks_test_text:
    'Ein Testereignis ist ein signiertes Ereignis vom Typ webhook.test. Es wird einmal gesendet, ohne Wiederholung.',
  webhooks_recent_deliveries: 'Letzte Zustellungen',
  webhooks_all_deliveries: 'Alle Zustellungen dieses Webhooks',
  webhooks_delete: 'Webhook löschen',
  webhooks_delete_title: 'Diesen Webhook löschen',
  webhooks_delete_text:
    'Er erhält keine Ereignisse mehr, ausstehende Zustellungen werden abgebrochen, und sein Signaturschlüssel wird gelöscht. Um ihn zu pausieren, deaktivieren Sie ihn stattdessen.',

  webhooks_secret: 'Signaturschlüssel',
  webhooks_secret_text: 'Signiert nur Anfragen an diesen Webhook.',
  webhooks_secret_account: 'Signaturschlüssel für Rechnungen',
  webhooks_secret_account_text: 'Signiert Anfragen an die webhook_url einer Rechnung.',
  webhooks_secret_show: 'Schlüssel anzeigen',
  webhooks_secret_rotate: 'Schlüssel erneuern',
  webhooks_secret_rotate_text: 'Ein neuer Schlüssel gilt sofort. 24 Stunden lang signieren beide Schlüssel.',
  webhooks_secret_password_hint:
    'Bestätigen Sie Ihr Passwort, damit niemand den Schlüssel an einem unbeaufsichtigten Computer lesen kann.',
  webhooks_secret_copy:
    'Kopieren Sie ihn jetzt. Wenn Sie diese Seite verlassen, wird er wieder ausgeblendet.',
  webhooks_secret_previous: 'Vorheriger Schlüssel, signiert nach dem Wechsel noch 24 Stunden mit',
  webhooks_secret_already_shown:
    'Der Schlüssel wurde bereits angezeigt. Geben Sie Ihr Passwort ein, um ihn erneut zu sehen.',

  webhooks_verify: 'Signaturprüfung',
  webhooks_verify_text:
    'Jede Anfrage ist nach {standard} signiert, in den Headern webhook-id, webhook-timestamp und webhook-signature. Für die meisten Sprachen gibt es Bibliotheken:',
  webhooks_verify_response:
    'Antworten Sie innerhalb von 15 Sekunden mit 2xx. Andernfalls wiederholen wir die Zustellung: insgesamt zehn Versuche in drei Tagen. Die webhook-id ist bei jedem Versuch gleich: Ignorieren Sie damit Duplikate.',

  webhooks_done_created:
    'Webhook hinzugefügt. Senden Sie ein Testereignis, um zu prüfen, ob Ihr Server antwortet.',
  webhooks_done_changed: 'Änderungen gespeichert.',
  webhooks_done_enabled: 'Webhook aktiviert.',
  webhooks_done_disabled: 'Webhook deaktiviert. Ausstehende Zustellungen wurden abgebrochen.',
  webhooks_done_deleted: 'Webhook gelöscht.',
  webhooks_done_rotated: 'Schlüssel erneuert. 24 Stunden lang signieren beide Schlüssel.',

  webhooks_error_url:
    'Diese URL können wir nicht aufrufen. Geben Sie eine vollständige URL mit https:// oder http:// an, ohne Benutzernamen und Passwort. Private Adressen und andere Ports als 443 und 80 erfordern WEBHOOK_ALLOW_PRIVATE=true.',
  webhooks_error_description:
    'Die Beschreibung ist zu lang oder enthält nicht unterstützte Zeichen. Verwenden Sie höchstens 255 Zeichen.',
  webhooks_error_types:
    'Unbekannter Ereignistyp. Laden Sie die Seite neu und wählen Sie die Ereignisse erneut aus.',
  webhooks_error_too_many: 'Sie haben die maximale Anzahl von Webhooks erreicht. Löschen Sie zuerst einen.',
  webhooks_error_host_too_many:
    'Sie haben die maximale Anzahl von Webhooks auf diesem Host erreicht. Löschen Sie zuerst einen.',

  email_webhook_added_subject: 'Ein Webhook wurde hinzugefügt',
  email_webhook_added_text:
    'Zu Ihrem Konto {email} wurde ein Webhook hinzugefügt. Er sendet Ereignisse an {host}.\n\nWenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück:\n\n{url}\n\nLöschen Sie danach den Webhook und widerrufen Sie Zugriffstoken, die Sie nicht kennen:\n\n{undo}',
  email_webhook_url_changed_subject: 'Eine Webhook-URL wurde geändert',
  email_webhook_url_changed_text:
    'Die URL eines Webhooks Ihres Kontos {email} wurde geändert. Er sendet Ereignisse jetzt an {host}. Der bisherige Host war {before}.\n\nWenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück:\n\n{url}\n\nStellen Sie danach die URL wieder her und widerrufen Sie Zugriffstoken, die Sie nicht kennen:\n\n{undo}',
  email_webhook_secret_replaced_subject: 'Ein Webhook-Signaturschlüssel wurde erneuert',
  email_webhook_secret_replaced_text:
    'Ein Webhook-Signaturschlüssel Ihres Kontos {email} wurde erneuert. Beide Schlüssel signieren 24 Stunden lang.\n\nWenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück:\n\n{url}\n\nErneuern Sie danach den Schlüssel noch einmal und widerrufen Sie Zugriffstoken, die Sie nicht kennen:\n\n{undo}',
}
