import type { WebhooksMessages } from './en.ts'

export const de: WebhooksMessages = {
  webhooks_intro:
    'Ihr eigener Server erfährt, was geschieht: Jeder Endpunkt bekommt ein signiertes POST zu jedem Ereignis, auf das er hört.',
  webhooks_add: 'Endpunkt hinzufügen',
  webhooks_none: 'Noch kein Endpunkt',
  webhooks_none_text:
    'Geben Sie die Adresse Ihres Servers an, etwa https://shop.example.com/hooks, und jedes Ereignis wird dorthin gesendet. Auch eine Rechnung kann eine eigene Adresse tragen, webhook_url, die von ihrer Zahlung erfährt.',
  webhooks_caption: 'Endpunkte',
  webhooks_endpoint: 'Endpunkt',
  webhooks_listens: 'Hört auf',
  webhooks_state: 'Zustand',
  webhooks_last: 'Letzte Zustellung',
  webhooks_every_event: 'Jedes Ereignis',
  webhooks_never: 'Noch keine',
  webhooks_enabled: 'Eingeschaltet',
  webhooks_failing: 'Gestört',
  webhooks_failing_since: 'Seit {time} ist nichts angekommen. Nach fünf Tagen wird er abgeschaltet.',
  webhooks_disabled: 'Abgeschaltet',
  webhooks_disabled_failing: 'Er war fünf Tage lang gestört.',
  webhooks_disabled_gone: 'Er hat mit 410 geantwortet: Er will nichts mehr.',
  webhooks_disabled_by_hand: 'Sie haben ihn abgeschaltet.',
  webhooks_disabled_at: 'Abgeschaltet {time}.',

  webhooks_url: 'URL',
  webhooks_url_hint:
    'Beginnt mit https:// (Port 443) oder http:// (Port 80). Andere Ports und private Adressen erfordern WEBHOOK_ALLOW_PRIVATE=true, den Standard in der Sandbox.',
  webhooks_description: 'Beschreibung',
  webhooks_description_hint: 'Für Sie selbst, höchstens 255 Zeichen. Darf leer bleiben.',
  webhooks_events: 'Ereignisse',
  webhooks_events_hint: 'Kreuzen Sie an, worauf er hört. Ist nichts angekreuzt, bekommt er jedes Ereignis.',
  webhooks_kind_invoice: 'Rechnungen',
  webhooks_kind_payment: 'Zahlungen',
  webhooks_kind_account: 'Konten und Freigaben',
  webhooks_kind_webhook: 'Webhooks',
  webhooks_kind_all: 'Alle davon',
  webhooks_create: 'Endpunkt hinzufügen',
  webhooks_save: 'Speichern',
  webhooks_created: 'Erstellt',
  webhooks_details: 'Einzelheiten',
  webhooks_change: 'Endpunkt ändern',
  webhooks_enable: 'Einschalten',
  webhooks_disable: 'Abschalten',
  webhooks_test: 'Test senden',
  webhooks_test_text:
    'Ein Test ist ein signiertes Ereignis vom Typ webhook.test. Er wird sofort gesendet, und nur einmal.',
  webhooks_latest: 'Neueste Zustellungen',
  webhooks_latest_all: 'Alle Zustellungen dieses Endpunkts',
  webhooks_delete: 'Löschen',
  webhooks_delete_title: 'Diesen Endpunkt löschen',
  webhooks_delete_text:
    'Er bekommt nichts mehr. Was zu ihm unterwegs ist, wird aufgegeben, und sein Schlüssel ist für immer fort. Für eine Pause schalten Sie ihn ab.',

  webhooks_secret: 'Signaturschlüssel',
  webhooks_secret_text: 'Er signiert, was an diesen Endpunkt gesendet wird, und an keinen anderen.',
  webhooks_secret_account: 'Schlüssel Ihrer Rechnungen',
  webhooks_secret_account_text: 'Er signiert, was an die webhook_url einer Rechnung gesendet wird.',
  webhooks_secret_show: 'Schlüssel zeigen',
  webhooks_secret_rotate: 'Neuen Schlüssel erzeugen',
  webhooks_secret_rotate_text:
    'Ein neuer Schlüssel gilt sofort. Der vorige signiert noch 24 Stunden daneben.',
  webhooks_secret_password_hint:
    'Noch einmal, damit niemand den Schlüssel an einem verlassenen Rechner liest.',
  webhooks_secret_is: 'Kopieren Sie ihn jetzt: Wenn Sie diese Seite verlassen, ist er wieder verborgen.',
  webhooks_secret_previous: 'Der vorige. Er signiert nach dem Wechsel noch 24 Stunden daneben',
  webhooks_secret_over:
    'Der Schlüssel wurde schon gezeigt. Geben Sie Ihr Passwort ein, um ihn noch einmal zu sehen.',

  webhooks_verify: 'Signatur prüfen',
  webhooks_verify_text:
    'Jede Anfrage ist signiert, wie {standard} es sagt, in den Kopfzeilen webhook-id, webhook-timestamp und webhook-signature. Für die meisten Sprachen gibt es eine Bibliothek:',
  webhooks_verify_answer:
    'Antworten Sie innerhalb von 15 Sekunden mit 2xx. Alles andere wird noch einmal gesendet, zehnmal in drei Tagen. Die webhook-id ist bei jedem Versuch dieselbe: Verwerfen Sie daran Wiederholungen.',

  webhooks_done_created:
    'Der Endpunkt wurde hinzugefügt. Senden Sie einen Test, um zu sehen, ob er antwortet.',
  webhooks_done_changed: 'Der Endpunkt wurde geändert.',
  webhooks_done_enabled: 'Der Endpunkt ist eingeschaltet.',
  webhooks_done_disabled: 'Der Endpunkt ist abgeschaltet. Was zu ihm unterwegs war, wurde aufgegeben.',
  webhooks_done_deleted: 'Der Endpunkt wurde gelöscht.',
  webhooks_done_rotated: 'Es gibt einen neuen Schlüssel. Der vorige signiert noch 24 Stunden daneben.',

  webhooks_error_url:
    'Diese URL können wir nicht aufrufen. Geben Sie eine vollständige Adresse mit https:// oder http:// an, ohne Benutzernamen und Passwort. Private Adressen und andere Ports als 443 und 80 erfordern WEBHOOK_ALLOW_PRIVATE=true.',
  webhooks_error_description:
    'Die Beschreibung ist zu lang oder enthält Zeichen, die nicht gespeichert werden können.',
  webhooks_error_types:
    'Diesen Typ von Ereignis gibt es nicht. Laden Sie die Seite neu und kreuzen Sie noch einmal an.',
  webhooks_error_too_many: 'Mehr Endpunkte kann ein Konto nicht haben. Löschen Sie zuerst einen.',
  webhooks_error_host_too_many:
    'Mehr Endpunkte kann ein Konto auf diesem Server nicht haben. Löschen Sie zuerst einen.',

  email_webhook_added_subject: 'Ein Webhook wurde hinzugefügt',
  email_webhook_added_text:
    'Zu Ihrem Konto {email} wurde ein Webhook hinzugefügt. Er sendet Ereignisse an {host}.\n\nWenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück:\n\n{url}\n\nLöschen Sie danach den Webhook und widerrufen Sie Zugriffstoken, die Sie nicht kennen:\n\n{undo}',
  email_webhook_moved_subject: 'Eine Webhook-URL wurde geändert',
  email_webhook_moved_text:
    'Die URL eines Webhooks Ihres Kontos {email} wurde geändert. Er sendet Ereignisse jetzt an {host}. Der bisherige Host war {before}.\n\nWenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück:\n\n{url}\n\nStellen Sie danach die URL wieder her und widerrufen Sie Zugriffstoken, die Sie nicht kennen:\n\n{undo}',
  email_webhook_secret_replaced_subject: 'Ein Webhook-Signaturschlüssel wurde erneuert',
  email_webhook_secret_replaced_text:
    'Ein Webhook-Signaturschlüssel Ihres Kontos {email} wurde erneuert. Beide Schlüssel signieren 24 Stunden lang.\n\nWenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück:\n\n{url}\n\nErneuern Sie danach den Schlüssel noch einmal und widerrufen Sie Zugriffstoken, die Sie nicht kennen:\n\n{undo}',
}
