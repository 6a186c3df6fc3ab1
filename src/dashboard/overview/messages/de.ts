import type { OverviewMessages } from './en.ts'

export const de: OverviewMessages = {
  overview_of: 'Übersicht von {name}',

  overview_steps: 'Erste Schritte',
  overview_steps_done: '{done} von {all} erledigt',
  overview_step_name: 'Shop benennen',
  overview_step_name_text: 'Kunden sehen diesen Namen beim Bezahlen.',
  overview_done: 'Erledigt:',
  overview_open: 'Zu tun:',
  overview_optional: 'optional',
  overview_step_destination: 'Auszahlungs-Wallet hinzufügen',
  overview_step_destination_text:
    'Für jeden Coin, den Sie annehmen: der erweiterte öffentliche Schlüssel (xpub) Ihrer Wallet oder eine Adresse.',
  overview_step_any_wallet: 'Zahlungen von jeder Wallet annehmen',
  overview_step_any_wallet_text:
    'Empfohlen: Nur wenige Wallets unterstützen Zahlungsanforderungen, aber jede kann an eine Adresse senden. Wir finden diese Zahlungen im Netzwerk.',
  overview_step_token: 'Zugriffstoken erstellen',
  overview_step_token_text:
    'Damit erstellt Ihre Software Rechnungen. Es wird nur einmal angezeigt: Speichern Sie es als {variable} und führen Sie dann aus:',
  overview_step_invoice: 'Erste Rechnung erstellen',
  overview_step_invoice_text: 'Füllen Sie ein Formular aus oder geben Sie an der Kasse einen Betrag ein.',
  overview_step_payment: 'Erste Zahlung erhalten',
  overview_step_payment_text: 'Öffnen Sie die Bezahlseite einer Rechnung und bezahlen Sie mit einer Wallet.',
  overview_step_payment_sandbox:
    'Öffnen Sie die Bezahlseite einer Rechnung. In dieser Sandbox zahlen ihre Schaltflächen wie eine Wallet.',
  overview_step_webhook: 'Per Webhook benachrichtigt werden',
  overview_step_webhook_text: 'Wir benachrichtigen Ihren Server, sobald sich eine Rechnung ändert.',

  overview_failed: 'Nicht zugestellte Webhooks: {count}.',
  overview_failed_link: 'Zustellungen ansehen',

  overview_figures: 'Bezahlte Rechnungen',
  overview_today: 'Heute',
  overview_7d: '7 Tage',
  overview_30d: '30 Tage',
  overview_invoices: 'Rechnungen: {count}',
  overview_figures_hint:
    'Nach Zahlungszeitpunkt. Tage in der Zeitzone {zone}. Ohne rückgängig gemachte Zahlungen.',

  overview_trends: 'Trends',
  overview_period: 'Zeitraum',
  overview_per_day: 'Bezahlt pro Tag',
  overview_per_hour: 'Bezahlt pro Stunde',
  overview_show_table: 'Tabelle anzeigen',
  overview_day: 'Tag',
  overview_hour: 'Stunde',
  overview_sum: 'Summe',
  overview_count: 'Anzahl',
  overview_bars_desc: 'Balken von {from} bis {to}. Der höchste Wert ist {sum}: {period}.',
  overview_shares: 'Anteil nach Coin',
  overview_coin: 'Coin',
  overview_share: 'Anteil',
  overview_times: 'Zeit bis zur Zahlung',
  overview_times_text: 'Die Hälfte der Rechnungen wurde innerhalb von {time} bezahlt.',
  overview_times_sample: 'Basierend auf den letzten {count} Zahlungen.',
  overview_up_to: 'Bis {time}',
  overview_between: 'Über {over} bis {time}',
  overview_over: 'Über {time}',
  overview_time: 'Zeit',
  overview_nothing: 'Keine Zahlungen in {currency} in diesem Zeitraum',
  overview_nothing_text: 'Sobald eine Rechnung bezahlt ist, erscheinen hier Diagramme.',

  overview_latest: 'Neueste Rechnungen',
  overview_all: 'Alle Rechnungen',
  overview_none: 'Noch keine Rechnungen',
  overview_none_text: 'Erstellen Sie eine an der {till}. Sie brauchen nur einen Betrag.',
  overview_none_viewed: 'Neue Rechnungen erscheinen hier automatisch.',
}
