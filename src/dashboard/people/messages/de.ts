import type { PeopleMessages } from './en.ts'

export const de: PeopleMessages = {
  people_intro: 'Geben Sie jemandem aus der Buchhaltung oder dem Team Lesezugriff auf Ihr Konto.',
  people_grant_title: 'Betrachter einladen',
  people_email_hint: 'Die E-Mail-Adresse, mit der sich die Person hier anmeldet.',
  people_grant: 'Zugriff gewähren',
  people_viewers: 'Betrachter',
  people_viewers_none: 'Nur Sie',
  people_viewers_none_text:
    'Betrachter sehen Ihre Rechnungen, Zahlungen und Umsätze in ihrem eigenen Dashboard unter „Für Sie freigegeben“. Token, Auszahlungs-Wallets und Einstellungen sehen sie nicht. Sie können den Zugriff jederzeit entziehen.',
  people_viewer: '{email} kann Ihre Rechnungen, Zahlungen und Umsätze ansehen, aber nichts ändern.',
  people_since: 'Seit {time}',
  people_remove: 'Zugriff entziehen',
  people_shared: 'Für Sie freigegeben',
  people_shared_none: 'Noch keine freigegebenen Konten',
  people_shared_none_text:
    'Wenn ein anderer Händler {email} Zugriff gewährt, erscheint das Konto hier. Sie können es öffnen oder ablehnen.',
  people_shared_account:
    'Sie können die Rechnungen, Zahlungen und Umsätze von {name} ansehen, aber nichts ändern.',
  people_account: 'Konto {number}',
  people_open: 'Konto öffnen',
  people_reject: 'Zugriff ablehnen',
  people_done_granted: 'Zugriff gewährt.',
  people_done_ended: 'Zugriff entzogen.',
  people_error_unknown:
    'Zu dieser E-Mail-Adresse gibt es hier kein Konto. Bitten Sie die Person, unter {address} eines zu erstellen, und gewähren Sie den Zugriff dann erneut.',
  people_error_self: 'Das ist Ihre eigene E-Mail-Adresse. Geben Sie die einer anderen Person ein.',
  people_error_too_many:
    'Sie haben zu viele Adressen ohne Konto eingegeben. Versuchen Sie es in {minutes} erneut.',

  email_access_granted_subject: 'Jemand kann jetzt Ihr Konto ansehen',
  email_access_granted_text:
    '{guest} kann jetzt die Rechnungen, Zahlungen und Umsätze Ihres Kontos {email} ansehen, aber nichts ändern.\n\nWenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück:\n\n{url}\n\nEntziehen Sie danach den Zugriff und widerrufen Sie Zugriffstoken, die Sie nicht kennen:\n\n{undo}',
}
