import type { PeopleMessages } from './en.ts'

export const de: PeopleMessages = {
  people_intro:
    'Laden Sie Ihr Team ein oder geben Sie jemandem aus der Buchhaltung oder dem Team Lesezugriff auf Ihr Konto.',
  people_grant_title: 'Betrachter einladen',
  people_email_hint: 'Die E-Mail-Adresse, mit der sich die Person hier anmeldet.',
  people_grant: 'Zugriff gewähren',
  people_viewers: 'Betrachter',
  people_viewers_none: 'Nur Sie',
  people_viewers_none_text:
    'Betrachter sehen Ihre Rechnungen, Zahlungen und Statistiken in ihrem eigenen Dashboard unter „Für Sie freigegeben“. Token, Auszahlungs-Wallets und Einstellungen sehen sie nicht. Sie können den Zugriff jederzeit entziehen.',
  people_viewer: '{email} kann Ihre Rechnungen, Zahlungen und Statistiken ansehen, aber nichts ändern.',
  people_since: 'Seit {time}',
  people_remove: 'Zugriff entziehen',
  people_shared: 'Für Sie freigegeben',
  people_shared_none: 'Noch keine freigegebenen Konten',
  people_shared_none_text:
    'Wenn ein anderer Händler {email} Zugriff gewährt, erscheint das Konto hier. Sie können es öffnen oder ablehnen.',
  people_shared_account:
    'Sie können die Rechnungen, Zahlungen und Statistiken von {name} ansehen, aber nichts ändern.',
  people_account: 'Konto {number}',
  people_open: 'Konto öffnen',
  people_reject: 'Zugriff ablehnen',
  people_done_granted: 'Zugriff gewährt.',
  people_done_ended: 'Zugriff entzogen.',
  people_error_unknown:
    'Zu dieser E-Mail-Adresse gibt es hier kein Konto. Bitten Sie die Person, unter {address} eines zu erstellen, und gewähren Sie den Zugriff dann erneut.',
  people_error_self: 'Das ist Ihre eigene E-Mail-Adresse. Geben Sie die einer anderen Person ein.',
  people_error_full:
    'Sie oder das andere Konto haben die maximale Anzahl von Betrachtern oder freigegebenen Konten erreicht. Entfernen Sie zuerst einen Zugriff.',
  people_error_too_many:
    'Zu viele der eingegebenen Adressen haben hier kein Konto. Versuchen Sie es in {minutes} erneut.',

  role_cashier: 'Kasse',
  role_bookkeeper: 'Buchhaltung',
  cashier_at: 'Kasse bei {name}',
  bookkeeper_at: 'Buchhaltung bei {name}',
  switch_account: 'Konto wechseln',
  staff: 'Team',
  staff_none: 'Noch kein Team',
  staff_none_text:
    'Teammitglieder arbeiten mit eigener Anmeldung in Ihrem Konto. Sie können sie jederzeit entfernen.',
  staff_invite_title: 'Teammitglied einladen',
  staff_email_hint:
    'Wir schicken der Person einen Link. Er kann einmal verwendet werden und läuft in 7 Tagen ab.',
  staff_link_hint:
    'Sie erhalten einen Link zum Weitergeben. Er kann einmal verwendet werden und läuft in 7 Tagen ab.',
  staff_needs_account:
    'Konten erstellt auf diesem Server nur der Betreiber. Die Person braucht also bereits eines mit dieser E-Mail-Adresse.',
  staff_role: 'Rolle',
  staff_role_hint:
    'Die Kasse nimmt Zahlungen an und sieht die Rechnungen von heute. Die Buchhaltung sieht und exportiert alle Rechnungen und Statistiken, kann aber nichts ändern.',
  staff_invite: 'Einladung senden',
  staff_create_link: 'Link erstellen',
  staff_member: '{email}: {role}',
  staff_valid_until: 'Eingeladen. Der Link gilt bis {time}.',
  staff_expired: 'Eingeladen. Der Link ist am {time} abgelaufen.',
  staff_resend: 'Erneut senden',
  staff_revoke: 'Einladung widerrufen',
  staff_make_role: 'Rolle „{role}“ geben',
  staff_done_invited: 'Einladung gesendet.',
  staff_done_revoked: 'Einladung widerrufen.',
  staff_done_role: 'Rolle geändert.',
  staff_link_title: 'Link weitergeben',
  staff_link_text:
    'Geben Sie diesen Link an {email} weiter. Er kann einmal verwendet werden, läuft in 7 Tagen ab und wird nicht noch einmal angezeigt.',
  staff_error_exists: 'Diese Person arbeitet bereits in Ihrem Konto. Ihre Rolle können Sie unten ändern.',
  staff_error_too_many:
    'Mehr Teammitglieder und offene Einladungen sind nicht möglich. Entfernen Sie zuerst jemanden.',
  staff_works_as_cashier: 'Sie arbeiten an der Kasse von {name}.',
  staff_works_as_bookkeeper: 'Sie machen die Buchhaltung von {name}.',
  staff_leave: 'Team verlassen',
  invitation_title: 'Einladung',
  invitation_text: '{name} (Konto {number}) lädt {email} ins Team ein. Rolle: {role}.',
  invitation_cashier: 'Sie können an der Kasse Zahlungen annehmen und die Rechnungen von heute sehen.',
  invitation_bookkeeper:
    'Sie können alle Rechnungen und Statistiken sehen und exportieren, aber nichts ändern.',
  invitation_accept: 'Einladung annehmen',
  invitation_other: 'Sie sind als {email} angemeldet. Melden Sie sich ab und öffnen Sie diesen Link erneut.',
  invitation_register: 'Konto erstellen und annehmen',
  invitation_no_account:
    'Melden Sie sich mit dieser E-Mail-Adresse an, um die Einladung anzunehmen. Wenn Sie noch kein Konto haben, bitten Sie den Betreiber dieses Servers um eines.',
  invitation_error_other:
    'Diese Einladung gilt für eine andere E-Mail-Adresse. Melden Sie sich mit dieser Adresse an.',
  today_title: 'Rechnungen von heute',
  today_none_text: 'Hier erscheinen die heute erstellten Rechnungen.',
  email_staff_invitation_subject: 'Einladung in das Team eines Geschäfts',
  email_staff_invitation_text:
    '{account} lädt Sie ins Team ein. Rolle: {role}. Öffnen Sie diesen Link innerhalb von 7 Tagen. Er kann einmal und nur von {email} verwendet werden:\n\n{url}\n\nWenn Sie nicht wissen, wer das ist, ignorieren Sie diese E-Mail.',
  email_staff_invited_subject: 'Jemand wurde in Ihr Konto eingeladen',
  email_staff_invited_text:
    '{guest} wurde eingeladen, in Ihrem Konto {email} mitzuarbeiten.\n\nWenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück:\n\n{url}\n\nWiderrufen Sie danach die Einladung oder entfernen Sie die Person:\n\n{undo}',

  email_access_granted_subject: 'Jemand kann jetzt Ihr Konto ansehen',
  email_access_granted_text:
    '{guest} kann jetzt die Rechnungen, Zahlungen und Statistiken Ihres Kontos {email} ansehen, aber nichts ändern.\n\nWenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück:\n\n{url}\n\nEntziehen Sie danach den Zugriff und widerrufen Sie Zugriffstoken, die Sie nicht kennen:\n\n{undo}',
}
