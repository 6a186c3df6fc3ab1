import type { ConnectMessages } from './en.ts'

export const de: ConnectMessages = {
  title: 'Shop verbinden',
  plug_in: 'Ein Shop-Plug-in',
  intro:
    '{application} bittet um Zugriff auf Ihr Konto. Fahren Sie nur fort, wenn Sie dies gerade in Ihrem Shop gestartet haben.',
  application: 'Plug-in',
  host: 'Shop',
  host_text: '{host}. Dorthin senden wir den Schlüssel.',
  no_host: 'Wir zeigen Ihnen den Schlüssel, und Sie kopieren ihn in das Plug-in.',
  account: 'Konto',
  account_text: '{email}, Store {store}',
  permissions: 'Berechtigungen',
  unsupported: 'Folgendes bietet dieser Dienst nicht an, der Schlüssel enthält es daher nicht:',
  repeated:
    'Dieser Shop hat bereits einen Schlüssel, erstellt {time}: {link}. Mit „Autorisieren“ entsteht ein weiterer. Der frühere gilt, bis Sie ihn widerrufen.',
  allow_frame: '{origin} darf die Bezahlseite einbetten',
  authorize: 'Autorisieren',
  cancel: 'Abbrechen',
  done: 'Schlüssel erstellt',
  done_send: 'Ihr Browser überträgt den Schlüssel an {host}.',
  done_repeated: 'Dies ist ein neuer Schlüssel. Der frühere gilt, bis Sie ihn widerrufen: {link}.',
  continue: 'Weiter zu {host}',
  done_show:
    'Kopieren Sie den Schlüssel jetzt in die Einstellungen des Plug-ins: Er wird nicht noch einmal angezeigt. Wenn Sie ihn verlieren, widerrufen Sie ihn und verbinden Sie den Shop erneut.',
  done_store: 'Store-ID',
  problem_parameters:
    'Die Anfrage des Plug-ins ist ungültig: Ein Wert ist zu lang oder hat die falsche Form. Beginnen Sie in Ihrem Shop von vorn.',
  problem_redirect:
    'Die Anfrage des Plug-ins nennt eine ungültige Rücksprungadresse. Es muss eine vollständige https://-URL Ihres Shops sein; http:// ist nur für localhost erlaubt.',
  problem_permissions:
    'Die Anfrage des Plug-ins enthält keine Berechtigung, die dieser Dienst anbietet. Prüfen Sie, ob das Plug-in Quittance unterstützt.',
  'btcpay.store.canviewinvoices': 'Rechnungen und deren Zahlungen ansehen',
  'btcpay.store.canviewstoresettings': 'Name, Währung und akzeptierte Coins des Kontos ansehen',
  'btcpay.store.cancreateinvoice': 'Rechnungen erstellen',
  'btcpay.store.canmodifyinvoices': 'Rechnungen ändern und stornieren',
  'btcpay.store.canmodifystoresettings':
    'Store-Einstellungen ändern (vom Plug-in verlangt; tatsächlich kann der Schlüssel keine ändern)',
  'btcpay.store.webhooks.canmodifywebhooks': 'Webhooks hinzufügen und die eigenen verwalten',
}
