import { de as audit } from '../../audit/messages/de.ts'
import { de as deliveries } from '../../deliveries/messages/de.ts'
import { de as destinations } from '../../destinations/messages/de.ts'
import { de as invoices } from '../../invoices/messages/de.ts'
import { de as operator } from '../../operator/messages/de.ts'
import { de as overview } from '../../overview/messages/de.ts'
import { de as people } from '../../people/messages/de.ts'
import { de as preferences } from '../../preferences/messages/de.ts'
import { de as till } from '../../till/messages/de.ts'
import { de as tokens } from '../../tokens/messages/de.ts'
import { de as webhooks } from '../../webhooks/messages/de.ts'
import type { DashboardMessages } from './en.ts'

export const de: DashboardMessages = {
  ...audit,
  ...deliveries,
  ...destinations,
  ...invoices,
  ...operator,
  ...overview,
  ...people,
  ...preferences,
  ...till,
  ...tokens,
  ...webhooks,

  languages: 'Sprache',
  skip: 'Zum Inhalt springen',
  sign_in: 'Anmelden',
  sign_out: 'Abmelden',
  register: 'Konto anlegen',
  dashboard: 'Übersicht',
  navigation: 'Seiten',
  overview: 'Übersicht',
  invoices: 'Rechnungen',
  till: 'Kasse',
  deliveries: 'Zustellungen',
  people: 'Personen',
  operator: 'Betrieb',
  destinations: 'Auszahlungsziele',
  tokens: 'Token',
  webhooks: 'Webhooks',
  preferences: 'Voreinstellungen',
  audit: 'Protokoll',
  read_only: 'Nur lesen: {name}',
  read_only_label: 'Ein fremdes Konto',
  read_only_leave: 'Zurück zum eigenen Konto',
  pages: 'Mehr von der Liste',
  first_page: 'Erste Seite',
  next_page: 'Nächste Seite',
  security: 'Sicherheit',
  sessions: 'Sitzungen',
  settings: 'Einstellungen',
  email: 'E-Mail',
  password: 'Passwort',
  new_password: 'Neues Passwort',
  password_hint:
    '8 bis 128 Zeichen. Fügen Sie eines aus einem Passwortmanager ein, oder nehmen Sie einige Wörter.',
  password_again: 'Noch einmal, damit an einem unbeaufsichtigten Rechner niemand etwas ändert.',

  home_title: 'Rechnungen in Ihrer Währung, bezahlt in Coins',
  home_text:
    'Quittance schreibt Rechnungen in Dollar, Euro oder Yen, und Ihre Kunden bezahlen sie in BTC, BCH, BSV, DASH, LTC oder DOGE. Das Geld geht direkt an Ihre eigene Wallet: Dieser Server verwahrt keine Schlüssel und nimmt keine Gebühr.',
  home_network: 'Dieser Server läuft als Sandbox: Coins sind hier nur zum Ausprobieren da und nichts wert.',
  login_title: 'Anmelden',
  forgot_link: 'Passwort vergessen?',
  no_account: 'Noch kein Konto?',
  have_account: 'Sie haben ein Konto?',
  code_title: 'Code eingeben',
  code_text: 'Nehmen Sie die sechs Ziffern aus Ihrem Authenticator oder einen Ihrer Wiederherstellungscodes.',
  code: 'Code',
  go_on: 'Weiter',
  start_over: 'Von vorn beginnen',
  register_title: 'Konto anlegen',
  register_invited: 'Sie wurden als {email} eingeladen.',
  register_first: 'Dies ist das erste Konto: Es wird zum Betreiber dieses Servers.',
  register_closed:
    'Ohne Einladung kann sich hier niemand registrieren. Bitten Sie den Betreiber dieses Servers um einen Link.',
  mail_title: 'Sehen Sie in Ihr Postfach',
  mail_text:
    'Wenn die Adresse verwendet werden kann, ist eine E-Mail mit einem Link an sie unterwegs. Der Link gilt eine Weile und nur einmal.',
  choose_title: 'Das Konto von {email} anlegen?',
  choose_text:
    'Jemand hat sich mit dieser Adresse registriert, vielleicht Sie selbst in einem anderen Browser. Das Konto bekommt das Passwort, das Sie hier wählen, und kein anderes. Wenn Sie kein Konto möchten, schließen Sie diese Seite: Es geschieht nichts.',
  forgot_title: 'Neues Passwort',
  forgot_text: 'Wir senden einen Link an Ihre Adresse, mit dem Sie ein anderes Passwort wählen.',
  forgot_send: 'Link senden',
  forgot_operator:
    'Dieser Server sendet keine E-Mails. Bitten Sie seinen Betreiber um einen Link: {command} gibt einen aus, mit dem Sie ein anderes Passwort wählen.',
  reset_title: 'Neues Passwort wählen',
  reset_text: 'Sie werden überall abgemeldet, wo Sie angemeldet waren.',
  reset_save: 'Passwort speichern',
  over_title: 'Dieser Link gilt nicht mehr',
  over_text: 'Er wurde schon benutzt oder ist zu alt. Lassen Sie sich einen neuen geben.',

  welcome: 'Willkommen, {name}',
  landing_text: 'Sie sind als {email} angemeldet.',
  operator_note: 'Sie sind der Betreiber dieses Servers.',
  security_text: 'Ihr Passwort und zusätzliche Codes.',
  sessions_text: 'Die Browser, in denen Sie angemeldet sind.',

  change_password: 'Passwort ändern',
  change_password_text: 'Hier bleiben Sie angemeldet, überall sonst werden Sie abgemeldet.',
  old_password: 'Bisheriges Passwort',
  done_password:
    'Ihr Passwort wurde geändert. Sie wurden überall sonst abgemeldet. Wenn jemand anderes in Ihrem Konto war, sehen Sie auch nach {people}, {webhooks}, {preferences} und {tokens}: sie bleiben, wie sie sind.',
  codes: 'Codes zusätzlich zum Passwort',
  codes_off_text:
    'Mit Codes öffnet ein Passwort allein nichts: Beim Anmelden werden auch sechs Ziffern einer App auf Ihrem Telefon verlangt.',
  codes_on_text: 'Beim Anmelden wird ein Code Ihres Authenticators verlangt.',
  codes_set_up: 'Codes einrichten',
  codes_turn_off: 'Codes ausschalten',
  done_codes_on: 'Codes sind eingeschaltet. Überall sonst wurden Sie abgemeldet.',
  done_codes_off: 'Codes sind ausgeschaltet. Zum Anmelden genügt das Passwort.',
  set_up_title: 'Codes einrichten',
  set_up_scan: 'Mit einer Authenticator-App einlesen',
  set_up_qr: 'QR-Code des Schlüssels für einen Authenticator',
  set_up_key: 'Oder den Schlüssel eintippen',
  set_up_recovery: 'Diese Wiederherstellungscodes aufbewahren',
  set_up_recovery_text:
    'Jeder meldet Sie einmal an, wenn Sie das Telefon verloren haben. Sie werden nur dieses eine Mal gezeigt: Drucken Sie sie aus, oder legen Sie sie in Ihren Passwortmanager.',
  set_up_confirm: 'Dann einen Code der App eingeben',
  set_up_on: 'Codes einschalten',

  sessions_intro: 'Beenden Sie, was Sie nicht kennen, und ändern Sie dann Ihr Passwort.',
  this_session: 'Dieser Browser',
  unknown_device: 'Unbekannter Browser',
  session_since: 'Angemeldet {time}',
  session_seen: 'Zuletzt benutzt {time}',
  session_from: 'Von {address}',
  end_session: 'Diese Sitzung beenden',
  done_session: 'Die Sitzung ist beendet.',

  error_account_invalid: 'Geben Sie eine E-Mail-Adresse an, etwa shop@example.com.',
  error_password_invalid:
    'Wählen Sie ein anderes Passwort: 8 bis 128 Zeichen, und keines, das viele benutzen.',
  error_sign_in_wrong: 'Die E-Mail-Adresse oder das Passwort stimmt nicht.',
  error_password_wrong: 'Das Passwort stimmt nicht: Es wurde nichts geändert.',
  error_code_wrong: 'Der Code stimmt nicht oder wurde schon benutzt.',
  error_too_many: 'Zu viele Versuche. Versuchen Sie es in {minutes} noch einmal.',
  error_registration_refused:
    'Mit dieser Adresse konnte hier kein Konto angelegt werden. Ist es Ihre, melden Sie sich an, oder lassen Sie sich ein neues Passwort geben.',
  error_cross_site:
    'Dieses Formular kam nicht von einer Seite dieses Dienstes. Öffnen Sie {address}, und senden Sie es von dort.',
  error_view_only: 'Dieses Konto ist nicht Ihres: Sie dürfen es ansehen und nichts ändern.',
  error_missing: 'Unter dieser Adresse gibt es nichts.',
  error_missing_title: 'Seite nicht gefunden',
  error_back: 'Zurück zum Anfang',
  error_unavailable: 'Der Server ist gerade ausgelastet. Versuchen Sie es in einer Weile noch einmal.',
  error_other: 'Das hat nicht geklappt. Gehen Sie zurück, und versuchen Sie es noch einmal.',
  error_title: 'Das hat nicht geklappt',

  letter_reset_subject: 'Ein neues Passwort für Quittance',
  letter_reset_text:
    'Jemand hat um ein neues Passwort für Ihr Konto gebeten. Wenn Sie es waren, wählen Sie es innerhalb einer Stunde hier:\n\n{url}\n\nWenn nicht, tun Sie nichts: Ihr Passwort bleibt, wie es ist.',
  letter_registration_subject: 'Ihr Konto bei Quittance',
  letter_registration_text:
    'Jemand hat sich mit {email} registriert. Wenn Sie es waren, legt dieser Link innerhalb eines Tages das Konto an und meldet Sie an:\n\n{url}\n\nWenn nicht, tun Sie nichts: Es wird kein Konto angelegt.',
  letter_registered_already_subject: 'Ihr Konto bei Quittance',
  letter_registered_already_text:
    'Jemand wollte sich mit {email} registrieren, wofür es schon ein Konto gibt. Wenn Sie es waren, melden Sie sich hier an:\n\n{url}\n\nWenn nicht, tun Sie nichts.',
  letter_password_changed_subject: 'Ihr Passwort wurde geändert',
  letter_password_changed_text:
    'Das Passwort Ihres Kontos {email} wurde geändert, und jeder Browser bis auf einen wurde abgemeldet.\n\nWenn Sie es nicht waren, wählen Sie sofort ein anderes Passwort:\n\n{url}',
  letter_code_on_subject: 'Codes wurden eingeschaltet',
  letter_code_on_text:
    'Beim Anmelden an Ihrem Konto {email} wird von nun an ein Code verlangt.\n\nWenn Sie es nicht waren, wählen Sie sofort ein anderes Passwort, und sagen Sie es dem Betreiber des Servers:\n\n{url}',
  letter_code_off_subject: 'Codes wurden ausgeschaltet',
  letter_code_off_text:
    'Beim Anmelden an Ihrem Konto {email} wird kein Code mehr verlangt.\n\nWenn Sie es nicht waren, wählen Sie sofort ein anderes Passwort:\n\n{url}',
  letter_link_granted_subject: 'Sie dürfen ein anderes Konto ansehen',
  letter_named: 'Das Konto {number}, das sich „{name}“ nennt,',
  letter_nameless: 'Das Konto {number}',
  letter_link_granted_text:
    '{account} lässt Sie seine Rechnungen, Zahlungen und Umsätze sehen. Ändern können Sie dort nichts. Öffnen Sie es hier, angemeldet als {email}:\n\n{url}\n\nWenn Sie nicht wissen, wer das ist, lehnen Sie ab:\n\n{people}',
  letter_origin: 'Wann: {time}\nVon: {from}',
  letter_pause:
    'Es gab mehrere solche Änderungen. Dies ist darum für bis zu einer Stunde die letzte E-Mail über eine dieser Art. Was inzwischen noch geändert wird, steht im Protokoll:\n\n{log}',
}
