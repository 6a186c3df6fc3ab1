import { de as audit } from '../../audit/messages/de.ts'
import { de as deliveries } from '../../deliveries/messages/de.ts'
import { de as destinations } from '../../destinations/messages/de.ts'
import { de as exceptions } from '../../exceptions/messages/de.ts'
import { de as invoices } from '../../invoices/messages/de.ts'
import { de as operator } from '../../operator/messages/de.ts'
import { de as overview } from '../../overview/messages/de.ts'
import { de as people } from '../../people/messages/de.ts'
import { de as preferences } from '../../preferences/messages/de.ts'
import { de as security } from '../../security/messages/de.ts'
import { de as till } from '../../till/messages/de.ts'
import { de as tokens } from '../../tokens/messages/de.ts'
import { de as webhooks } from '../../webhooks/messages/de.ts'
import type { DashboardMessages } from './en.ts'

export const de: DashboardMessages = {
  ...audit,
  ...deliveries,
  ...destinations,
  ...exceptions,
  ...invoices,
  ...operator,
  ...overview,
  ...people,
  ...preferences,
  ...security,
  ...till,
  ...tokens,
  ...webhooks,

  languages: 'Sprache',
  skip: 'Zum Inhalt springen',
  sign_in: 'Anmelden',
  sign_out: 'Abmelden',
  register: 'Konto erstellen',
  dashboard: 'Dashboard',
  navigation: 'Hauptnavigation',
  overview: 'Übersicht',
  invoices: 'Rechnungen',
  till: 'Kasse',
  deliveries: 'Zustellungen',
  people: 'Personen',
  operator: 'Betrieb',
  destinations: 'Auszahlungs-Wallets',
  tokens: 'Zugriffstoken',
  webhooks: 'Webhooks',
  preferences: 'Voreinstellungen',
  audit: 'Protokoll',
  read_only: 'Nur Lesezugriff: {name}',
  read_only_label: 'Konto einer anderen Person',
  read_only_leave: 'Zurück zu Ihrem Konto',
  pagination: 'Seitennavigation',
  first_page: 'Erste Seite',
  next_page: 'Nächste Seite',
  security: 'Sicherheit',
  sessions: 'Sitzungen',
  settings: 'Einstellungen',
  email: 'E-Mail',
  password: 'Passwort',
  new_password: 'Neues Passwort',
  password_hint:
    '8 bis 128 Zeichen. Fügen Sie eines aus einem Passwortmanager ein oder verwenden Sie einige Wörter.',
  password_again:
    'Bestätigen Sie Ihr Passwort, damit an einem unbeaufsichtigten Computer niemand etwas ändern kann.',

  home_title: 'Rechnungen in Ihrer Währung, bezahlt in Krypto',
  home_text:
    'Quittance erstellt Rechnungen in Dollar, Euro oder Yen, und Ihre Kunden bezahlen sie in BTC, BCH, BSV, DASH, LTC oder DOGE. Zahlungen gehen direkt an Ihre eigene Wallet. Dieser Server verwahrt keine Schlüssel und erhebt keine Gebühr.',
  home_sandbox: 'Dieser Server ist eine Sandbox. Er verwendet Test-Coins ohne Wert.',
  login_title: 'Anmelden',
  forgot_link: 'Passwort vergessen?',
  no_account: 'Noch kein Konto?',
  have_account: 'Sie haben bereits ein Konto?',
  code_title: 'Code eingeben',
  code_text:
    'Geben Sie den sechsstelligen Code aus Ihrer Authenticator-App oder einen Ihrer Wiederherstellungscodes ein.',
  code: 'Code',
  continue: 'Weiter',
  start_over: 'Von vorn beginnen',
  register_title: 'Konto erstellen',
  register_invited: 'Sie wurden als {email} eingeladen.',
  register_first: 'Dies ist das erste Konto und wird daher zum Betreiber dieses Servers.',
  register_closed:
    'Zum Erstellen eines Kontos brauchen Sie eine Einladung. Bitten Sie den Betreiber dieses Servers um einen Link.',
  mail_title: 'Prüfen Sie Ihr Postfach',
  mail_text:
    'Wenn die Adresse registriert werden kann, haben wir einen Link an sie gesendet. Er kann einmal verwendet werden und läuft in 24 Stunden ab.',
  choose_title: 'Ein Konto für {email} erstellen?',
  choose_text:
    'Jemand hat sich mit dieser Adresse registriert, vielleicht Sie selbst in einem anderen Browser. Wählen Sie hier ein Passwort, um das Konto zu erstellen. Ein im anderen Browser eingegebenes Passwort gilt nicht. Wenn Sie kein Konto möchten, schließen Sie diese Seite.',
  forgot_title: 'Passwort zurücksetzen',
  forgot_text: 'Wir senden Ihnen per E-Mail einen Link, mit dem Sie ein neues Passwort wählen.',
  forgot_send: 'Link senden',
  forgot_operator:
    'Dieser Server sendet keine E-Mails. Bitten Sie seinen Betreiber um einen Link, mit dem Sie ein neues Passwort wählen: {command} gibt einen aus.',
  reset_title: 'Neues Passwort wählen',
  reset_text: 'Sie werden überall sonst abgemeldet.',
  reset_save: 'Passwort speichern',
  link_expired_title: 'Dieser Link ist abgelaufen',
  link_expired_text: 'Er wurde bereits verwendet oder ist zu alt. Fordern Sie einen neuen an.',

  welcome: 'Willkommen, {name}',
  landing_text: 'Sie sind als {email} angemeldet.',
  operator_note: 'Sie sind der Betreiber dieses Servers.',

  change_password: 'Passwort ändern',
  change_password_text: 'Hier bleiben Sie angemeldet, überall sonst werden Sie abgemeldet.',
  old_password: 'Aktuelles Passwort',
  done_password:
    'Ihr Passwort wurde geändert, und Sie wurden überall sonst abgemeldet. Wenn jemand anderes Zugriff auf Ihr Konto hatte, prüfen Sie auch {passkeys}, {people}, {webhooks}, {preferences} und {tokens}. Das neue Passwort ändert daran nichts.',
  codes: 'Zwei-Faktor-Authentifizierung',
  codes_off_text:
    'Mit Zwei-Faktor-Authentifizierung brauchen Sie zum Anmelden auch einen sechsstelligen Code aus einer App auf Ihrem Smartphone.',
  codes_on_text: 'Zum Anmelden brauchen Sie einen Code aus Ihrer Authenticator-App.',
  codes_set_up: 'Zwei-Faktor-Authentifizierung einrichten',
  codes_turn_off: 'Zwei-Faktor-Authentifizierung deaktivieren',
  done_codes_on: 'Zwei-Faktor-Authentifizierung ist aktiviert. Überall sonst wurden Sie abgemeldet.',
  done_codes_off: 'Zwei-Faktor-Authentifizierung ist deaktiviert. Zum Anmelden genügt das Passwort.',
  set_up_title: 'Zwei-Faktor-Authentifizierung',
  set_up_scan: 'Diesen Code mit Ihrer Authenticator-App scannen',
  set_up_qr: 'QR-Code des Authenticator-Schlüssels',
  set_up_key: 'Oder diesen Schlüssel eingeben',
  set_up_recovery: 'Wiederherstellungscodes speichern',
  set_up_recovery_text:
    'Jeder Code meldet Sie einmal an, wenn Sie Ihr Smartphone verlieren. Sie werden nur einmal angezeigt: Drucken Sie sie aus oder speichern Sie sie in Ihrem Passwortmanager.',
  set_up_confirm: 'Einen Code aus der App eingeben',
  set_up_on: 'Zwei-Faktor-Authentifizierung aktivieren',

  sessions_intro: 'Beenden Sie Sitzungen, die Sie nicht kennen, und ändern Sie dann Ihr Passwort.',
  this_session: 'Dieser Browser',
  unknown_device: 'Unbekannter Browser',
  session_since: 'Angemeldet {time}',
  session_seen: 'Zuletzt aktiv {time}',
  session_from: 'Von {address}',
  end_session: 'Sitzung beenden',
  done_session: 'Sitzung beendet.',

  error_account_invalid: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel shop@example.com.',
  error_password_invalid: 'Wählen Sie ein anderes Passwort: 8 bis 128 Zeichen und kein häufig verwendetes.',
  error_sign_in_wrong: 'Die E-Mail-Adresse oder das Passwort ist falsch. Versuchen Sie es noch einmal.',
  error_password_wrong: 'Das Passwort ist falsch, es wurde nichts geändert. Versuchen Sie es noch einmal.',
  error_code_wrong: 'Der Code ist falsch oder wurde bereits verwendet. Geben Sie einen anderen ein.',
  error_too_many: 'Zu viele Versuche. Versuchen Sie es in {minutes} noch einmal.',
  error_registration_refused:
    'Mit dieser Adresse konnte kein Konto erstellt werden. Wenn es Ihre ist, melden Sie sich an oder setzen Sie Ihr Passwort zurück.',
  error_cross_site:
    'Dieses Formular wurde nicht von einer Seite dieser Website gesendet. Öffnen Sie {address} und senden Sie es von dort.',
  error_view_only: 'Dies ist nicht Ihr Konto, und Ihr Zugriff erlaubt diese Änderung nicht.',
  error_missing: 'Unter dieser Adresse gibt es nichts. Prüfen Sie den Link.',
  error_missing_title: 'Seite nicht gefunden',
  error_back: 'Zurück zur Startseite',
  error_unavailable: 'Der Server ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  error_other: 'Ein Fehler ist aufgetreten. Gehen Sie zurück und versuchen Sie es noch einmal.',
  error_title: 'Ein Fehler ist aufgetreten',

  email_reset_subject: 'Setzen Sie Ihr Quittance-Passwort zurück',
  email_reset_text:
    'Jemand hat angefordert, das Passwort Ihres Kontos zurückzusetzen. Wenn Sie das waren, wählen Sie innerhalb einer Stunde ein neues Passwort:\n\n{url}\n\nWenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt gleich.',
  email_registration_subject: 'Ihr Quittance-Konto',
  email_registration_text:
    'Jemand hat sich mit {email} registriert. Wenn Sie das waren, öffnen Sie innerhalb eines Tages diesen Link, um Ihr Konto zu erstellen und sich anzumelden:\n\n{url}\n\nWenn Sie das nicht waren, ignorieren Sie diese E-Mail. Es wird kein Konto erstellt.',
  email_already_registered_subject: 'Ihr Quittance-Konto',
  email_already_registered_text:
    'Jemand wollte sich mit {email} registrieren. Dafür gibt es bereits ein Konto. Wenn Sie das waren, melden Sie sich hier an:\n\n{url}\n\nWenn Sie das nicht waren, ignorieren Sie diese E-Mail.',
  email_password_changed_subject: 'Ihr Passwort wurde geändert',
  email_password_changed_text:
    'Das Passwort Ihres Kontos {email} wurde geändert, und alle anderen Browser wurden abgemeldet.\n\nWenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück:\n\n{url}',
  email_two_factor_enabled_subject: 'Zwei-Faktor-Authentifizierung wurde aktiviert',
  email_two_factor_enabled_text:
    'Zum Anmelden an Ihrem Konto {email} ist jetzt ein Code erforderlich.\n\nWenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück und informieren Sie den Betreiber des Servers:\n\n{url}',
  email_two_factor_disabled_subject: 'Zwei-Faktor-Authentifizierung wurde deaktiviert',
  email_two_factor_disabled_text:
    'Zum Anmelden an Ihrem Konto {email} ist kein Code mehr erforderlich.\n\nWenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück:\n\n{url}',
  email_link_granted_subject: 'Sie können jetzt ein anderes Konto ansehen',
  email_named: 'Konto {number} („{name}“)',
  email_nameless: 'Konto {number}',
  email_link_granted_text:
    '{account} lässt Sie seine Rechnungen, Zahlungen und Statistiken ansehen. Ändern können Sie dort nichts. Öffnen Sie es hier, angemeldet als {email}:\n\n{url}\n\nWenn Sie nicht wissen, wer das ist, lehnen Sie den Zugriff ab:\n\n{people}',
  email_origin: 'Zeit: {time}\nVon: {from}',
  email_from_command_line: 'der Kommandozeile des Servers',
  email_pause:
    'Es gab mehrere solche Änderungen. Über Änderungen dieser Art senden wir daher bis zu einer Stunde lang keine weitere E-Mail. Weitere Änderungen finden Sie im Protokoll:\n\n{log}',
}
