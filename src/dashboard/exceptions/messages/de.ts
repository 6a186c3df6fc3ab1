import type { ExceptionMessages } from './en.ts'

export const de: ExceptionMessages = {
  exceptions_attention: 'Handlungsbedarf',
  exceptions_attention_text:
    'Es ist Geld eingegangen, das keine Rechnung oder nur einen Teil davon bezahlt. Entscheiden Sie, was damit geschieht.',
  exceptions_more: 'Das sind die neuesten. Weitere erscheinen hier, sobald Sie einige geklärt haben.',
  exceptions_title: 'Zahlungsabweichung',
  exceptions_open: 'Klären',
  exceptions_what: 'Was ist passiert?',
  exceptions_kind_partial: 'Vor dem Ende der Rechnung ist nur ein Teil des Betrags eingegangen.',
  exceptions_kind_late: 'Diese Zahlung ist nach dem Ende der Rechnung eingegangen.',
  exceptions_kind_surplus: 'Als diese Zahlung einging, war die Rechnung bereits bezahlt.',
  exceptions_kind_excess: 'Die Zahlung war höher als der fällige Betrag. Das ist die Differenz.',
  exceptions_amount: 'Betrag',
  exceptions_invoice: 'Rechnung',
  exceptions_transaction: 'Transaktion',
  exceptions_time: 'Eingegangen',
  exceptions_state: 'Status',
  exceptions_state_open: 'Offen',
  exceptions_state_accepted: 'Akzeptiert',
  exceptions_state_refunded: 'Erstattet',
  exceptions_state_kept: 'Behalten',
  exceptions_state_void: 'Durch eine andere Transaktion ersetzt',
  exceptions_accept: 'Als Zahlung akzeptieren',
  exceptions_accept_partial:
    'Die Rechnung gilt mit dem eingegangenen Betrag als bezahlt und zeigt den Fehlbetrag an. Alle Teilzahlungen der Rechnung werden zusammen akzeptiert.',
  exceptions_accept_late:
    'Die Rechnung gilt als verspätet bezahlt. Ist weniger als der Betrag eingegangen, zeigt sie den Fehlbetrag an.',
  exceptions_accept_button: 'Zahlung akzeptieren',
  exceptions_refund: 'Erstattung erfassen',
  exceptions_refund_text:
    'Senden Sie das Geld zuerst aus Ihrer eigenen Wallet zurück: Von hier aus wird nichts gesendet. Geben Sie danach die Transaktions-ID ein. Wir prüfen, ob die Transaktion diesen Betrag abzüglich ihrer Netzwerkgebühr zurückzahlt.',
  exceptions_refund_txid: 'Transaktions-ID der Erstattung',
  exceptions_refund_button: 'Erstattung erfassen',
  exceptions_keep: 'Geld behalten',
  exceptions_keep_text: 'Die Rechnung bleibt unverändert. Ihre Notiz hält den Grund fest.',
  exceptions_keep_note: 'Notiz',
  exceptions_keep_hint: '1 bis 500 Zeichen',
  exceptions_keep_button: 'Geld behalten',
  exceptions_done: 'Zahlungsabweichung geklärt.',
  exceptions_error_resolved: 'Diese Zahlungsabweichung ist bereits geklärt.',
  exceptions_error_not_acceptable:
    'Diese Zahlung kann nicht mehr akzeptiert werden: Die Rechnung ist bereits bezahlt, oder die Zahlung wurde ersetzt oder doppelt ausgegeben.',
  exceptions_error_txid:
    'Geben Sie eine Transaktions-ID ein: 64 Zeichen aus Ziffern und den Buchstaben a bis f.',
  exceptions_error_note: 'Geben Sie eine Notiz mit 1 bis 500 Zeichen ein.',
  exceptions_refund_error_payment:
    'Diese Transaktion ist selbst eine Zahlung für eine Rechnung. Geben Sie die ID Ihrer Erstattung ein.',
  exceptions_refund_error_unknown:
    'Unser Node kennt diese Transaktion nicht. Prüfen Sie die ID und ob Ihre Wallet sie gesendet hat.',
  exceptions_refund_error_too_old:
    'Das Netzwerk hatte diese Transaktion schon, bevor die Zahlung einging. Geben Sie die ID Ihrer Erstattung ein.',
  exceptions_refund_error_unreadable: 'Wir konnten diese Transaktion nicht lesen. Prüfen Sie die ID.',
  exceptions_refund_error_amount:
    'Diese Transaktion erstattet weniger als den zu erstattenden Betrag oder zahlt nur an Ihre eigenen Adressen. Prüfen Sie die ID.',
  exceptions_refund_error_used:
    'Mit dieser Transaktion wurde bereits eine andere Zahlungsabweichung geklärt. Geben Sie die ID einer anderen Transaktion ein.',
  email_exceptions_subject: 'Zahlungen brauchen Ihre Aufmerksamkeit',
  email_exceptions_text:
    'Diese Zahlungen an Ihr Konto {email} kamen zu spät oder entsprechen nicht dem fälligen Betrag:',
  email_exceptions_more: 'Weitere Zahlungen warten.',
  email_exceptions_decide: 'Entscheiden Sie, was mit ihnen geschieht:',
  email_exceptions_frequency:
    'Sie erhalten höchstens eine solche E-Mail pro Stunde. In Ihren Einstellungen können Sie sie ausschalten:',
}
