import type { OverviewMessages } from './en.ts'

export const de: OverviewMessages = {
  overview_of: 'Übersicht von {name}',

  overview_steps: 'Erste Schritte',
  overview_steps_done: 'Erledigt: {done} von {all}',
  overview_step_name: 'Shop benennen',
  overview_step_name_text: 'Kunden sehen den Namen beim Bezahlen.',
  overview_done: 'Erledigt:',
  overview_open: 'Zu tun:',
  overview_optional: 'optional',
  overview_step_destination: 'Auszahlungs-Wallet hinzufügen',
  overview_step_destination_text:
    'Für jeden Coin, den Sie annehmen: ein erweiterter öffentlicher Schlüssel Ihrer Wallet oder eine Adresse.',
  overview_step_token: 'Zugriffstoken erstellen',
  overview_step_token_text:
    'Damit erstellen Ihre Programme Rechnungen. Er wird nur einmal angezeigt: Speichern Sie ihn als {variable} und führen Sie dann aus:',
  overview_step_invoice: 'Die erste Rechnung erstellen',
  overview_step_invoice_text: 'Füllen Sie ein Formular aus oder geben Sie an der Kasse einen Betrag ein.',
  overview_step_payment: 'Zum ersten Mal bezahlt werden',
  overview_step_payment_text:
    'Öffnen Sie die Bezahlseite einer Rechnung, und bezahlen Sie sie mit einer Wallet.',
  overview_step_payment_sandbox:
    'Öffnen Sie die Bezahlseite einer Rechnung: In dieser Sandbox bezahlen ihre Schaltflächen, wie es eine Wallet täte.',
  overview_step_webhook: 'Durch Webhooks von Zahlungen erfahren',
  overview_step_webhook_text: 'Ihr eigenes System erfährt sofort, wenn mit einer Rechnung etwas geschieht.',

  overview_failed: 'Webhook-Zustellungen, die fehlgeschlagen und seither nicht angekommen sind: {count}.',
  overview_failed_link: 'Ansehen',

  overview_figures: 'Bezahlte Rechnungen',
  overview_today: 'Heute',
  overview_7d: '7 Tage',
  overview_30d: '30 Tage',
  overview_invoices: 'Rechnungen: {count}',
  overview_figures_hint:
    'Nach dem Zeitpunkt der Zahlung, in Tagen von {zone}; rückgängig gemachte Zahlungen fehlen.',

  overview_pictures: 'Genauer angesehen',
  overview_period: 'Zeitraum',
  overview_per_day: 'Bezahlt je Tag',
  overview_per_hour: 'Bezahlt je Stunde',
  overview_numbers: 'Als Zahlen',
  overview_day: 'Tag',
  overview_hour: 'Stunde',
  overview_sum: 'Summe',
  overview_count: 'Anzahl',
  overview_bars_desc: 'Je ein Balken, von {from} bis {to}. Der höchste steht für {sum}: {when}.',
  overview_shares: 'Anteil jedes Coins',
  overview_coin: 'Coin',
  overview_share: 'Anteil',
  overview_times: 'Zeit bis zur Zahlung',
  overview_times_text: 'Die Hälfte der Rechnungen wurde innerhalb von {time} nach dem Erstellen bezahlt.',
  overview_times_cut: 'Von den letzten {count} Zahlungen.',
  overview_up_to: 'Bis {time}',
  overview_between: 'Über {over} bis {time}',
  overview_over: 'Über {time}',
  overview_time: 'Zeit',
  overview_nothing: 'In dieser Zeit wurde nichts in {currency} bezahlt',
  overview_nothing_text:
    'Sobald eine Rechnung bezahlt ist, werden hier ihr Tag, ihr Coin und die Zeit bis zur Zahlung gezeichnet.',

  overview_latest: 'Neueste Rechnungen',
  overview_all: 'Alle Rechnungen',
  overview_amount: 'Betrag',
  overview_status: 'Status',
  overview_external: 'Externe ID',
  overview_created: 'Erstellt',
  overview_unpaid: 'Offen',
  overview_paid: 'Bezahlt',
  overview_cancelled: 'Storniert',
  overview_expired: 'Abgelaufen',
  overview_reversed: 'Rückgängig',
  overview_none: 'Noch keine Rechnungen',
  overview_none_text: 'Erstellen Sie eine an der {till}: Es braucht nur einen Betrag.',
  overview_none_viewed: 'Sobald es welche gibt, erscheinen sie hier von selbst.',
}
