import type { TillMessages } from './en.ts'

export const de: TillMessages = {
  till_amount: 'Betrag',
  till_create: 'Rechnung erstellen',
  till_keys: 'Ziffernblock',
  till_key_separator: 'Komma',
  till_key_back: 'Letzte Ziffer löschen',
  till_key_clear: 'Leeren',
  till_settings: 'Kasseneinstellungen',
  till_settings_text:
    'Gelten für jede Rechnung, die hier erstellt wird. Setzen Sie ein Lesezeichen auf diese Seite, um sie zu behalten: Die URL enthält sie.',
  till_business_id: 'Unternehmens-ID',
  till_location_id: 'Standort-ID',
  till_register_id: 'Kassen-ID',
  till_next: 'Nächsten Verkauf starten',
  till_cancel_next: 'Abbrechen und nächsten Verkauf starten',
  till_open_invoice: 'Rechnung öffnen',

  till_state_waiting: 'Warten auf Zahlung',
  till_state_refused: 'Zahlung nicht angenommen',
  till_state_down: 'Netzwerk nicht erreichbar',
  till_state_checking: 'Zahlung wird geprüft',
  till_state_paid: 'Bezahlt',
  till_state_reversed: 'Zahlung rückgängig gemacht',
  till_state_cancelled: 'Rechnung storniert',
  till_state_expired: 'Rechnung abgelaufen',
  till_state_amount: '{state}: {amount}',
  till_scan: 'Mit einer Wallet scannen',
  till_qr: 'QR-Code des Zahlungslinks',
  till_down_text: 'Zahlungen sind zurzeit nicht möglich. Diese Seite versucht es automatisch erneut.',
  till_checking_text:
    'Wir fragen das Netzwerk ab. Das dauert einige Sekunden. Lassen Sie den Kunden nicht noch einmal bezahlen.',
  till_confirming_text: 'Das Netzwerk bestätigt sie gerade.',
  till_paid_with: 'Bezahlt mit {amount}',
  till_reversed_text:
    'Das Netzwerk hat die Zahlung verworfen, weil ihre Coins anderswo ausgegeben wurden. Öffnen Sie die Rechnung für Details.',
  till_cancelled_text: 'Diese Rechnung kann nicht mehr bezahlt werden.',
  till_expired_text: 'Sie wurde nicht rechtzeitig bezahlt. Erstellen Sie eine neue Rechnung.',

  till_new_title: 'Neue Rechnung',
  till_new_currency: 'Währung',
  till_new_external_id: 'Bestellung oder Referenz',
  till_new_external_id_hint:
    'Wird als externe ID gespeichert. Damit finden Sie die Rechnung in der Liste und über die API.',
  till_new_memo: 'Notiz',
  till_new_memo_hint: 'Ihr Kunde sieht sie beim Bezahlen.',
  till_new_expiry: 'Läuft ab nach',
  till_new_default: '{time} (Standard)',
  till_new_more: 'Weitere Optionen',
  till_new_redirect_url: 'Weiterleitungs-URL',
  till_new_redirect_url_hint: 'Wohin Ihr Kunde nach dem Bezahlen gelangt. Sie beginnt mit https://',
  till_new_webhook_url: 'Webhook-URL',
  till_new_webhook_url_hint: 'Hier benachrichtigen wir Ihren Server, wenn die Rechnung bezahlt ist.',

  till_share_title: 'Rechnung über {amount}',
  till_share_done: 'Rechnung erstellt. Senden Sie den Link an Ihren Kunden.',
  till_share_checkout: 'Link zur Bezahlseite',
  till_share_checkout_hint: 'Eine Seite mit dem Betrag, für Wallets, die Zahlungslinks unterstützen.',
  till_share_pay: 'Zahlungslink',
  till_share_pay_hint: 'Für Wallets. Der QR-Code enthält diesen Link.',
  till_copy: 'Kopieren',
  till_copied: 'Kopiert',
  till_share_until: 'Läuft ab',
  till_coin_reason: '{coin}: {reason}',
  till_share_coins: 'Akzeptierte Coins',
  till_share_unavailable: 'Zurzeit nicht verfügbar',

  till_no_destination_title: 'Noch keine Auszahlungs-Wallet',
  till_no_destination:
    'Noch kann Sie niemand bezahlen. Fügen Sie für jeden Coin, den Sie annehmen, eine Auszahlungs-Wallet hinzu.',
  till_no_destination_link: 'Auszahlungs-Wallet hinzufügen',
  till_no_destination_staff:
    'Dieses Geschäft kann noch keine Zahlungen annehmen. Bitten Sie den Inhaber, eine Auszahlungs-Wallet hinzuzufügen.',
  till_amount_missing: 'Geben Sie einen Betrag ein.',
  till_amount_unclear:
    'Der Betrag ist nicht lesbar. Geben Sie Ziffern und höchstens ein Komma ein, ohne Tausendertrennzeichen.',
  till_amount_zero: 'Der Betrag muss größer als null sein. Geben Sie einen anderen ein.',
  till_amount_decimals:
    'Beträge in {currency} haben höchstens {count} Nachkommastellen. Runden Sie den Betrag.',
  till_amount_no_decimals: 'Beträge in {currency} haben keine Nachkommastellen. Runden Sie den Betrag.',
  till_amount_large: 'Der Betrag ist zu groß. Geben Sie höchstens {amount} ein.',
  till_unusual:
    'Das ist mindestens das Hundertfache Ihres üblichen Betrags. Prüfen Sie ihn und erstellen Sie die Rechnung zur Bestätigung noch einmal.',
  till_error_currency: 'Wählen Sie eine Währung aus der Liste.',
  till_error_body:
    'Ein Feld ist zu lang oder enthält ein Zeichen, das nicht gespeichert werden kann. IDs können bis zu 255 Zeichen haben, die Notiz 1000 und URLs 2048. Die Gültigkeit muss zwischen 1 Minute und 30 Tagen liegen.',
  till_error_redirect_url:
    'Diese Weiterleitungs-URL kann nicht verwendet werden. Geben Sie eine vollständige URL mit https:// ein, ohne Benutzernamen und Passwort.',
  till_error_webhook_url:
    'Wir können diese Webhook-URL nicht aufrufen. Geben Sie eine vollständige URL mit https:// oder http:// ein, ohne Benutzernamen und Passwort. Private Adressen und andere Ports als 443 und 80 erfordern WEBHOOK_ALLOW_PRIVATE=true.',
  till_error_no_option:
    'Für diesen Betrag ist kein Coin verfügbar. Versuchen Sie einen anderen Betrag oder versuchen Sie es später noch einmal.',
  till_error_same_amount:
    'Zu viele offene Rechnungen haben diesen Betrag. Versuchen Sie einen leicht abweichenden.',
  till_error_no_rates:
    'Zurzeit ist kein Kurs oder kein Netzwerk verfügbar. Versuchen Sie es in 30 Sekunden noch einmal.',
  till_error_used:
    'Mit diesem Formular wurde bereits eine andere Rechnung erstellt. Senden Sie es noch einmal ab, um eine zweite zu erstellen.',
  till_error_running: 'Dieses Formular wird noch bearbeitet. Senden Sie es gleich noch einmal ab.',
}
