import type { DestinationsMessages } from './en.ts'

export const de: DestinationsMessages = {
  destinations_intro:
    'Ihre Kunden zahlen direkt in Ihre eigene Wallet: Dieser Server hat keine Schlüssel. Einen Coin ohne Ziel bieten Ihre Rechnungen nicht an.',
  destinations_is_set: 'Festgelegt',
  destinations_not_set: 'Nicht festgelegt',
  destinations_none: 'In {coin} kann Sie noch niemand bezahlen.',
  destinations_set_up: 'Einrichten',
  destinations_change: 'Ändern',
  destinations_kind: 'Art',
  destinations_kind_xpub: 'Erweiterter öffentlicher Schlüssel: eine neue Adresse für jede Rechnung',
  destinations_kind_address: 'Eine feste Adresse für alle Rechnungen',
  destinations_address: 'Adresse',
  destinations_key_id: 'Kennung des Schlüssels',
  destinations_next: 'Nächster Index',
  destinations_first: 'Erste Adressen',
  destinations_now: 'Wohin das Geld jetzt geht',
  destinations_set_title: 'Ziel festlegen',
  destinations_change_title: 'Ziel ändern',
  destinations_how:
    'Am besten ist der erweiterte öffentliche Schlüssel eines Kontos Ihrer Wallet: Dann bekommt jede Rechnung eine neue Adresse. Er zeigt Ihr Geld und kann es nicht ausgeben. Danach vergleichen Sie Adressen mit der Wallet; vor Ihrer Bestätigung ändert sich nichts.',
  destinations_field: 'Erweiterter öffentlicher Schlüssel oder Adresse',
  destinations_field_hint:
    'Ein Schlüssel beginnt hier mit {names}. Geben Sie private Schlüssel und Wiederherstellungswörter niemandem, auch dieser Seite nicht.',
  destinations_look: 'Adressen anzeigen',
  destinations_test_title: 'Keine Wallet zur Hand?',
  destinations_test_text:
    'Coins in dieser Sandbox sind nichts wert. Ein Testschlüssel gehört zu keiner Wallet, es gibt also nichts zu vergleichen. Bereits eingerichtete Coins bleiben unverändert.',
  destinations_test_button: 'Testschlüssel für alle Coins verwenden',
  destinations_skip_title: 'Adressen überspringen',
  destinations_skip_text:
    'Für eine Wallet, die die nächsten Adressen anderswo ausgegeben hat. Die meisten Wallets suchen Geld auf höchstens zwanzig unbenutzten Adressen hintereinander: Überspringen Sie so wenige wie möglich.',
  destinations_skip_by: 'Wie viele',
  destinations_skip_hint: '1 bis {most}',
  destinations_skip: 'Überspringen',
  destinations_compare_title: 'Mit der Wallet vergleichen',
  destinations_compare_xpub:
    'Öffnen Sie die Liste der Empfangsadressen in Ihrer Wallet. Die ersten drei müssen diese sein, Zeichen für Zeichen:',
  destinations_compare_address: 'Das muss eine Empfangsadresse Ihrer Wallet sein, Zeichen für Zeichen:',
  destinations_about_xpub:
    'Weichen sie ab, ist es ein anderes Konto oder eine andere Art von Adressen: Bestätigen Sie dann nicht.',
  destinations_about_address:
    'Alle Rechnungen bitten um Geld an dieser einen Adresse; jeder kann sehen, dass sie zusammengehören. Rechnungen, die gleichzeitig offen sind, unterscheiden sich um kleine Beträge.',
  destinations_confirm_title: 'Dieses Ziel verwenden',
  destinations_confirm_text:
    'Noch hat sich nichts geändert. Rechnungen, für die schon eine Adresse genannt wurde, behalten sie; alle anderen gehen von nun an hierhin.',
  destinations_same_text: 'Dieses Ziel ist schon festgelegt: Es ändert sich nichts.',
  destinations_letter_text: 'Sie bekommen eine E-Mail über die Änderung.',
  destinations_confirm: 'Sie stimmen überein: verwenden',
  destinations_differs: 'Sie weichen ab: anderes eingeben',
  destinations_done_set: '{coin} geht von nun an an dieses Ziel.',
  destinations_done_test: 'Für alle Coins sind Testschlüssel gesetzt.',
  destinations_done_skipped: 'Die Adressen von {coin} wurden übersprungen.',
  destinations_error_key:
    'Das ist kein erweiterter öffentlicher Schlüssel: Zeichen fehlen oder sind falsch. Kopieren Sie ihn noch einmal aus Ihrer Wallet.',
  destinations_error_private_key:
    'Das ist ein privater Schlüssel: Wer ihn hat, kann Ihr Geld ausgeben. Er wurde nicht aufbewahrt. Geben Sie den erweiterten öffentlichen Schlüssel an, der dazugehört, und tippen Sie den privaten nirgends mehr ein.',
  destinations_error_other_key:
    'Dieser Schlüssel gehört zu einem anderen Coin oder einem anderen Netzwerk. Geben Sie einen an, der so beginnt, wie es unter dem Feld steht.',
  destinations_error_address:
    'Das ist weder eine Adresse noch ein erweiterter öffentlicher Schlüssel dieses Coins in diesem Netzwerk.',
  destinations_error_derived:
    'Diese Adresse wurde hier aus einem erweiterten öffentlichen Schlüssel für eine Rechnung gebildet: Eine feste Adresse muss eine andere sein.',
  destinations_error_changed:
    'Das Ziel dieses Coins wurde geändert, seit Sie diese Seite geöffnet haben; darum wurde dieses nicht gesetzt. Sehen Sie nach, was jetzt gesetzt ist, und beginnen Sie von vorn, wenn Sie ein anderes möchten.',
  destinations_error_skip: 'Geben Sie eine ganze Zahl von Adressen an, wie es unter dem Feld steht.',

  letter_destination_changed_subject: 'Wohin Ihr Geld geht, wurde geändert',
  letter_destination_changed_text:
    'Zahlungen in {coin} an Ihr Konto {email} gehen von nun an an ein anderes Ziel. Dessen erste Adresse ist:\n\n{address}\n\nVergleichen Sie sie mit Ihrer Wallet. Wenn Sie es nicht waren, wählen Sie sofort ein anderes Passwort und legen Sie danach das Ziel neu fest:\n\n{url}',
}
