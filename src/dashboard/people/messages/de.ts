import type { PeopleMessages } from './en.ts'

export const de: PeopleMessages = {
  people_intro:
    'Lassen Sie jemanden aus der Buchhaltung oder dem Team Ihr Konto ansehen. Ändern kann dabei niemand etwas.',
  people_grant_title: 'Jemandem Einblick geben',
  people_email_hint: 'Die Adresse, mit der sich die Person hier anmeldet.',
  people_grant: 'Zugang gewähren',
  people_guests: 'Wer Ihr Konto sieht',
  people_guests_none: 'Niemand außer Ihnen',
  people_guests_none_text:
    'Wem Sie Zugang gewähren, der liest Ihre Rechnungen, Zahlungen und Umsätze in der eigenen Übersicht, unter „Konten, die Sie sehen“. Token, Auszahlungsziele und Einstellungen bleiben verborgen, und Sie können den Zugang jederzeit entziehen.',
  people_sees: '{email} sieht Ihre Rechnungen, Zahlungen und Umsätze und kann nichts ändern.',
  people_since: 'Seit {time}',
  people_remove: 'Zugang entziehen',
  people_opened: 'Konten, die Sie sehen',
  people_opened_none: 'Noch kein Konto',
  people_opened_none_text:
    'Wenn jemand {email} Zugang gewährt, steht dessen Konto hier: Öffnen Sie es, oder lehnen Sie es ab.',
  people_lets_see: 'Sie sehen die Rechnungen, Zahlungen und Umsätze von {name} und können nichts ändern.',
  people_account: 'Konto {number}',
  people_open: 'Öffnen',
  people_reject: 'Ablehnen',
  people_done_granted: 'Der Zugang ist gewährt.',
  people_done_ended: 'Der Zugang ist beendet.',
  people_error_unknown:
    'Mit dieser Adresse hat hier niemand ein Konto. Bitten Sie die Person, zuerst eines anzulegen, unter {address}, und gewähren Sie den Zugang dann noch einmal.',
  people_error_self: 'Das ist Ihre eigene Adresse: Ihr Konto sehen Sie schon.',
  people_error_too_many:
    'Sie haben nach zu vielen Adressen gefragt, die hier niemand hat. Versuchen Sie es in {minutes} noch einmal.',

  email_access_granted_subject: 'Jemand kann jetzt Ihr Konto ansehen',
  email_access_granted_text:
    '{guest} kann jetzt die Rechnungen, Zahlungen und Umsätze Ihres Kontos {email} ansehen, aber nichts ändern.\n\nWenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück:\n\n{url}\n\nEntziehen Sie danach den Zugriff und widerrufen Sie Zugriffstoken, die Sie nicht kennen:\n\n{undo}',
}
