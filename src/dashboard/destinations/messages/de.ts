import type { DestinationsMessages } from './en.ts'

export const de: DestinationsMessages = {
  destinations_intro:
    'Ihre Kunden zahlen direkt an Ihre eigene Wallet. Dieser Server hat keine Schlüssel. Coins ohne Auszahlungs-Wallet werden in Ihren Rechnungen nicht angeboten.',
  destinations_is_set: 'Eingerichtet',
  destinations_not_set: 'Nicht eingerichtet',
  destinations_none: 'In {coin} kann Sie noch niemand bezahlen.',
  destinations_set_up: 'Wallet hinzufügen',
  destinations_change: 'Wallet ändern',
  destinations_kind: 'Art',
  destinations_kind_xpub: 'Erweiterter öffentlicher Schlüssel: eine neue Adresse für jede Rechnung',
  destinations_kind_address: 'Feste Adresse: dieselbe für alle Rechnungen',
  destinations_address: 'Adresse',
  destinations_key_id: 'Schlüssel-ID',
  destinations_next: 'Nächster Index',
  destinations_first: 'Erste Adressen',
  destinations_now: 'Aktuelle Auszahlungs-Wallet',
  destinations_set_title: 'Auszahlungs-Wallet',
  destinations_change_title: 'Neue Auszahlungs-Wallet',
  destinations_how:
    'Wir empfehlen den erweiterten öffentlichen Schlüssel (xpub) Ihrer Wallet, damit jede Rechnung eine neue Adresse bekommt. Er zeigt Ihre Zahlungen und Ihr Guthaben, kann aber nichts ausgeben. Danach vergleichen Sie die Adressen mit Ihrer Wallet. Erst wenn Sie bestätigen, ändert sich etwas.',
  destinations_field: 'Erweiterter öffentlicher Schlüssel oder Adresse',
  destinations_field_hint:
    'Schlüssel beginnen hier mit {names}. Geben Sie private Schlüssel und Wiederherstellungswörter niemals weiter, auch nicht auf dieser Seite.',
  destinations_show: 'Adressen anzeigen',
  destinations_test_title: 'Noch keine Wallet?',
  destinations_test_text:
    'Test-Coins in dieser Sandbox haben keinen Wert. Ein Testschlüssel gehört zu keiner Wallet, es gibt also nichts zu vergleichen. Bereits eingerichtete Coins bleiben unverändert.',
  destinations_test_button: 'Testschlüssel für alle Coins verwenden',
  destinations_skip_title: 'Adressen überspringen',
  destinations_skip_text:
    'Nutzen Sie dies, wenn Ihre Wallet die nächsten Adressen bereits anderswo verwendet hat. Die meisten Wallets prüfen nur zwanzig unbenutzte Adressen in Folge, überspringen Sie daher so wenige wie möglich.',
  destinations_skip_by: 'Anzahl der Adressen',
  destinations_skip_hint: '1 bis {max}',
  destinations_skip: 'Adressen überspringen',
  destinations_compare_title: 'Mit Ihrer Wallet vergleichen',
  destinations_compare_xpub:
    'Öffnen Sie die Liste der Empfangsadressen in Ihrer Wallet. Die ersten drei müssen Zeichen für Zeichen mit diesen übereinstimmen:',
  destinations_compare_address: 'Dies muss Zeichen für Zeichen eine Empfangsadresse Ihrer Wallet sein:',
  destinations_about_xpub:
    'Wenn sie abweichen, ist es ein anderes Konto oder ein anderer Adresstyp. Bestätigen Sie dann nicht.',
  destinations_about_address:
    'Alle Rechnungen verwenden diese eine Adresse, sodass jeder sehen kann, dass sie zusammengehören. Offene Rechnungen werden durch leicht abweichende Beträge unterschieden.',
  destinations_confirm_title: 'Bestätigung',
  destinations_confirm_text:
    'Noch hat sich nichts geändert. Rechnungen, die bereits eine Adresse haben, behalten sie. Alle anderen verwenden ab jetzt diese Wallet.',
  destinations_same_text: 'Dies ist bereits Ihre Auszahlungs-Wallet. Es ändert sich nichts.',
  destinations_email_text: 'Wir informieren Sie per E-Mail über die Änderung.',
  destinations_confirm: 'Die Adressen stimmen überein',
  destinations_mismatch: 'Sie stimmen nicht überein: andere Wallet eingeben',
  destinations_done_set: 'Auszahlungs-Wallet für {coin} gespeichert.',
  destinations_done_test: 'Testschlüssel für alle Coins hinzugefügt.',
  destinations_done_skipped: '{coin}-Adressen übersprungen.',
  destinations_error_key:
    'Dieser erweiterte öffentliche Schlüssel ist unvollständig oder falsch. Kopieren Sie ihn noch einmal aus Ihrer Wallet.',
  destinations_error_private_key:
    'Das ist ein privater Schlüssel. Wer ihn hat, kann Ihr Geld ausgeben. Wir haben ihn nicht gespeichert. Geben Sie den zugehörigen erweiterten öffentlichen Schlüssel ein und geben Sie den privaten nirgendwo mehr ein.',
  destinations_error_other_key:
    'Dieser Schlüssel gehört zu einem anderen Coin oder Netzwerk. Geben Sie einen ein, der wie unter dem Feld angegeben beginnt.',
  destinations_error_address:
    'Das ist weder eine Adresse noch ein erweiterter öffentlicher Schlüssel dieses Coins in diesem Netzwerk. Kopieren Sie sie noch einmal aus Ihrer Wallet.',
  destinations_error_derived:
    'Diese Adresse wurde aus einem erweiterten öffentlichen Schlüssel für eine Rechnung abgeleitet. Geben Sie eine andere Adresse ein.',
  destinations_error_changed:
    'Die Auszahlungs-Wallet dieses Coins wurde geändert, seit Sie diese Seite geöffnet haben. Die neue wurde daher nicht gespeichert. Prüfen Sie die aktuelle Wallet und beginnen Sie von vorn, wenn Sie sie ändern möchten.',
  destinations_error_skip: 'Geben Sie eine ganze Zahl im Bereich unter dem Feld ein.',

  email_destination_changed_subject: 'Ihre Auszahlungs-Wallet wurde geändert',
  email_destination_changed_text:
    'Zahlungen in {coin} an Ihr Konto {email} gehen ab jetzt an eine andere Wallet. Deren erste Adresse ist:\n\n{address}\n\nVergleichen Sie sie mit Ihrer Wallet. Wenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück und legen Sie danach die Auszahlungs-Wallet neu fest:\n\n{url}',
}
