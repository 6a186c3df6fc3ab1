import type { TillMessages } from './en.ts'

export const de: TillMessages = {
  till_amount: 'Betrag',
  till_create: 'Rechnung erstellen',
  till_keys: 'Tasten',
  till_key_sign: 'Komma',
  till_key_back: 'Letzte Ziffer löschen',
  till_key_clear: 'Leeren',
  till_places: 'Diese Kasse',
  till_places_text:
    'Sie stehen auf jeder Rechnung, die hier erstellt wird. Merken Sie sich die Adresse dieser Seite: Sie enthält sie.',
  till_business_id: 'Geschäfts-ID',
  till_location_id: 'Standort-ID',
  till_register_id: 'Kassen-ID',
  till_next: 'Nächster Verkauf',
  till_cancel_next: 'Abbrechen und nächster Verkauf',
  till_invoice: 'Rechnung',
  till_open_invoice: 'Rechnung öffnen',

  till_state_waiting: 'Wartet auf Zahlung',
  till_state_refused: 'Zahlung nicht angenommen',
  till_state_down: 'Netzwerk nicht erreichbar',
  till_state_checking: 'Zahlung wird geprüft',
  till_state_paid: 'Bezahlt',
  till_state_reversed: 'Zahlung rückgängig gemacht',
  till_state_cancelled: 'Rechnung storniert',
  till_state_expired: 'Rechnung abgelaufen',
  till_said: '{state}: {amount}',
  till_scan: 'Mit einer Wallet scannen',
  till_qr: 'QR-Code des Zahlungslinks',
  till_down_text: 'Zurzeit kann nichts bezahlt werden. Diese Seite versucht es von selbst noch einmal.',
  till_checking_text:
    'Das Netzwerk wird gefragt. Das dauert einige Sekunden. Lassen Sie niemanden noch einmal bezahlen.',
  till_confirming_text: 'Blöcke des Netzwerks bestätigen sie.',
  till_paid_with: 'Mit {amount}',
  till_reversed_text:
    'Das Netzwerk hat die Zahlung rückgängig gemacht: Ihre Coins wurden anderswo ausgegeben. Öffnen Sie die Rechnung.',
  till_cancelled_text: 'Sie kann nicht mehr bezahlt werden.',
  till_expired_text:
    'Sie wurde nicht rechtzeitig bezahlt und kann nicht mehr bezahlt werden. Erstellen Sie eine neue.',

  till_new_title: 'Neue Rechnung',
  till_new_currency: 'Währung',
  till_new_external_id: 'Bestellung oder Referenz',
  till_new_external_id_hint: 'Die externe ID: Programme und die Liste der Rechnungen finden sie darunter.',
  till_new_memo: 'Notiz',
  till_new_memo_hint: 'Ihr Kunde sieht sie beim Bezahlen.',
  till_new_expiry: 'Zahlbar binnen',
  till_new_usual: '{time} (üblich)',
  till_new_more: 'Weitere Angaben',
  till_new_redirect_url: 'Rücksprung-URL',
  till_new_redirect_url_hint: 'Wohin es nach dem Bezahlen zurückgeht. Sie beginnt mit https://',
  till_new_webhook_url: 'Webhook-URL',
  till_new_webhook_url_hint: 'Ihr Server, der erfährt, wenn diese Rechnung bezahlt ist.',

  till_share_title: 'Rechnung über {amount}',
  till_share_done: 'Die Rechnung wurde erstellt. Senden Sie den Link der Person, die sie bezahlt.',
  till_share_checkout: 'Link zum Bezahlen',
  till_share_checkout_hint: 'Eine Seite mit dem Betrag, für Wallets, die Zahlungslinks unterstützen.',
  till_share_pay: 'Zahlungslink',
  till_share_pay_hint: 'Für Wallets: was im QR-Code steht.',
  till_copy: 'Kopieren',
  till_copied: 'Kopiert',
  till_share_until: 'Zahlbar bis',
  till_share_coins: 'Zahlbar in',
  till_share_left_out: 'Zurzeit nicht',

  till_no_destination_title: 'Wohin soll das Geld gehen?',
  till_no_destination:
    'Keine Rechnung kann bezahlt werden, bevor Sie festgelegt haben, wohin Ihre Coins gehen. Legen Sie für jeden Coin, den Sie annehmen, ein Auszahlungsziel fest.',
  till_no_destination_link: 'Auszahlungsziele festlegen',
  till_amount_missing: 'Geben Sie den Betrag an.',
  till_amount_unclear:
    'Der Betrag ist nicht zu verstehen. Schreiben Sie Ziffern und höchstens ein Komma, ohne etwas zwischen den Tausendern.',
  till_amount_zero: 'Der Betrag muss größer als null sein.',
  till_amount_decimals: 'Ein Betrag in {currency} hat höchstens {count} Nachkommastellen.',
  till_amount_no_decimals: 'Ein Betrag in {currency} hat keine Nachkommastellen.',
  till_amount_large: 'Der Betrag ist zu groß: Höchstens {amount} können verlangt werden.',
  till_unusual:
    'Das ist mindestens das Hundertfache Ihres üblichen Betrags. Prüfen Sie ihn und erstellen Sie die Rechnung zur Bestätigung noch einmal.',
  till_error_currency: 'Wählen Sie eine der Währungen der Liste.',
  till_error_body:
    'Ein Feld ist zu lang oder enthält ein Zeichen, das nicht gespeichert werden kann: IDs haben höchstens 255 Zeichen, die Notiz 1000, Adressen 2048. Eine Rechnung ist 1 Minute bis 30 Tage zahlbar.',
  till_error_redirect_url:
    'Die Rücksprung-URL muss vollständig sein und mit https:// beginnen, ohne Benutzernamen und Passwort.',
  till_error_webhook_url:
    'Diese Webhook-URL können wir nicht aufrufen. Geben Sie eine vollständige Adresse mit https:// oder http:// an, ohne Benutzernamen und Passwort. Private Adressen und andere Ports als 443 und 80 erfordern WEBHOOK_ALLOW_PRIVATE=true.',
  till_error_no_option: 'Kein Coin kann diesen Betrag jetzt aufnehmen.',
  till_error_same_amount:
    'Zu viele Rechnungen über diesen Betrag sind offen. Versuchen Sie einen etwas anderen Betrag.',
  till_error_no_rates:
    'Zurzeit gibt es keinen Kurs oder kein Netzwerk. Senden Sie das Formular in einer halben Minute noch einmal.',
  till_error_used:
    'Mit diesem Formular wurde schon eine andere Rechnung erstellt. Senden Sie es noch einmal, wenn Sie eine zweite wollen.',
  till_error_running:
    'Dieses Formular wird gerade bearbeitet. Senden Sie es in einem Augenblick noch einmal.',
}
