import { fr as audit } from '../../audit/messages/fr.ts'
import { fr as deliveries } from '../../deliveries/messages/fr.ts'
import { fr as destinations } from '../../destinations/messages/fr.ts'
import { fr as exceptions } from '../../exceptions/messages/fr.ts'
import { fr as invoices } from '../../invoices/messages/fr.ts'
import { fr as operator } from '../../operator/messages/fr.ts'
import { fr as overview } from '../../overview/messages/fr.ts'
import { fr as people } from '../../people/messages/fr.ts'
import { fr as preferences } from '../../preferences/messages/fr.ts'
import { fr as security } from '../../security/messages/fr.ts'
import { fr as till } from '../../till/messages/fr.ts'
import { fr as tokens } from '../../tokens/messages/fr.ts'
import { fr as webhooks } from '../../webhooks/messages/fr.ts'
import type { DashboardMessages } from './en.ts'

export const fr: DashboardMessages = {
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

  languages: 'Langue',
  skip: 'Aller au contenu',
  sign_in: 'Se connecter',
  sign_out: 'Se déconnecter',
  register: 'Créer un compte',
  dashboard: 'Tableau de bord',
  navigation: 'Navigation principale',
  overview: 'Vue d’ensemble',
  invoices: 'Factures',
  till: 'Caisse',
  deliveries: 'Envois webhook',
  people: 'Accès partagés',
  operator: 'Administration',
  destinations: 'Portefeuilles',
  tokens: 'Jetons d’accès',
  webhooks: 'Webhooks',
  preferences: 'Préférences',
  audit: 'Journal d’audit',
  read_only: 'Lecture seule : {name}',
  read_only_label: 'Compte d’une autre personne',
  read_only_leave: 'Retour à votre compte',
  pagination: 'Pagination',
  first_page: 'Première page',
  next_page: 'Page suivante',
  security: 'Sécurité',
  sessions: 'Sessions',
  settings: 'Paramètres',
  email: 'E-mail',
  password: 'Mot de passe',
  new_password: 'Nouveau mot de passe',
  password_hint:
    'De 8 à 128 caractères. Collez-en un depuis un gestionnaire de mots de passe ou utilisez plusieurs mots.',
  password_again:
    'Confirmez votre mot de passe, pour que personne ne puisse rien modifier sur un ordinateur laissé sans surveillance.',

  home_title: 'Facturez dans votre devise, encaissez en crypto',
  home_text:
    'Quittance crée des factures en dollars, en euros ou en yens, et vos clients les paient en BTC, BCH, BSV, DASH, LTC ou DOGE. Les paiements arrivent directement sur votre propre portefeuille. Ce serveur ne détient aucune clé et ne prélève aucuns frais.',
  home_sandbox: 'Ce serveur est une sandbox. Il utilise des cryptomonnaies de test, sans valeur.',
  login_title: 'Connexion',
  forgot_link: 'Mot de passe oublié ?',
  no_account: 'Pas encore de compte ?',
  have_account: 'Vous avez déjà un compte ?',
  code_title: 'Saisissez votre code',
  code_text:
    'Saisissez le code à six chiffres de votre application d’authentification ou l’un de vos codes de secours.',
  code: 'Code',
  continue: 'Continuer',
  start_over: 'Recommencer',
  register_title: 'Créer un compte',
  register_invited: 'Vous avez reçu une invitation pour {email}.',
  register_first: 'C’est le premier compte : il administrera donc ce serveur.',
  register_closed:
    'Il faut une invitation pour créer un compte. Demandez un lien à l’administrateur de ce serveur.',
  mail_title: 'Consultez votre boîte de réception',
  mail_text:
    'Si cette adresse peut être inscrite, un lien vient d’y être envoyé. Il est utilisable une fois et expire dans 24 heures.',
  choose_title: 'Créer un compte pour {email} ?',
  choose_text:
    'Une inscription a été faite avec cette adresse, peut-être par vous dans un autre navigateur. Pour créer le compte, choisissez ici un mot de passe : celui saisi dans l’autre navigateur ne fonctionnera pas. Si vous ne voulez pas de compte, fermez cette page.',
  forgot_title: 'Réinitialisation du mot de passe',
  forgot_text: 'Nous vous enverrons par e-mail un lien pour choisir un nouveau mot de passe.',
  forgot_send: 'Envoyer le lien',
  forgot_operator:
    'Ce serveur n’envoie pas d’e-mails. Demandez à son administrateur un lien pour choisir un nouveau mot de passe : {command} en affiche un.',
  reset_title: 'Choisissez un nouveau mot de passe',
  reset_text: 'Toutes vos autres sessions seront fermées.',
  reset_save: 'Enregistrer le mot de passe',
  link_expired_title: 'Ce lien a expiré',
  link_expired_text: 'Il a déjà été utilisé ou est trop ancien. Demandez-en un nouveau.',

  welcome: 'Bienvenue, {name}',
  landing_text: 'Compte connecté : {email}.',
  operator_note: 'Vous administrez ce serveur.',

  change_password: 'Changer le mot de passe',
  change_password_text: 'Cette session reste ouverte, toutes les autres seront fermées.',
  old_password: 'Mot de passe actuel',
  done_password:
    'Votre mot de passe a été modifié et toutes vos autres sessions ont été fermées. Si une autre personne avait accès à votre compte, vérifiez aussi ces pages : {passkeys}, {people}, {webhooks}, {preferences} et {tokens}. Le nouveau mot de passe n’y change rien.',
  codes: 'Authentification à deux facteurs',
  codes_off_text:
    'Avec l’authentification à deux facteurs, la connexion demande aussi un code à six chiffres fourni par une application sur votre téléphone.',
  codes_on_text: 'La connexion demande un code de votre application d’authentification.',
  codes_set_up: 'Configurer l’authentification à deux facteurs',
  codes_turn_off: 'Désactiver l’authentification à deux facteurs',
  done_codes_on:
    'L’authentification à deux facteurs est activée. Toutes vos autres sessions ont été fermées.',
  done_codes_off:
    'L’authentification à deux facteurs est désactivée. Votre mot de passe suffit pour vous connecter.',
  set_up_title: 'Authentification à deux facteurs',
  set_up_scan: 'Scannez ce code avec votre application d’authentification',
  set_up_qr: 'QR code de la clé d’authentification',
  set_up_key: 'Ou saisissez cette clé',
  set_up_recovery: 'Enregistrez vos codes de secours',
  set_up_recovery_text:
    'Chaque code permet de vous connecter une fois si vous perdez votre téléphone. Ils ne sont affichés qu’une fois : imprimez-les ou enregistrez-les dans votre gestionnaire de mots de passe.',
  set_up_confirm: 'Saisissez un code de l’application',
  set_up_on: 'Activer l’authentification à deux facteurs',

  sessions_intro: 'Fermez les sessions que vous ne reconnaissez pas, puis changez votre mot de passe.',
  this_session: 'Ce navigateur',
  unknown_device: 'Navigateur inconnu',
  session_since: 'Connexion le {time}',
  session_seen: 'Dernière activité le {time}',
  session_from: 'Depuis {address}',
  end_session: 'Fermer la session',
  done_session: 'Session fermée.',

  error_account_invalid: 'Saisissez une adresse e-mail, par exemple shop@example.com.',
  error_password_invalid: 'Choisissez un autre mot de passe : de 8 à 128 caractères et pas trop courant.',
  error_sign_in_wrong: 'L’adresse e-mail ou le mot de passe est incorrect. Réessayez.',
  error_password_wrong: 'Le mot de passe est incorrect et rien n’a été modifié. Réessayez.',
  error_code_wrong: 'Le code est incorrect ou a déjà été utilisé. Saisissez-en un autre.',
  error_too_many: 'Trop de tentatives. Réessayez dans {minutes}.',
  error_registration_refused:
    'Nous n’avons pas pu créer de compte avec cette adresse. Si c’est la vôtre, connectez-vous ou réinitialisez votre mot de passe.',
  error_cross_site:
    'Ce formulaire n’a pas été envoyé depuis une page de ce site. Ouvrez {address} et envoyez-le depuis cette page.',
  error_view_only: 'Ce compte n’est pas le vôtre, et votre accès ne permet pas cette modification.',
  error_missing: 'Il n’y a rien à cette adresse. Vérifiez le lien.',
  error_missing_title: 'Page introuvable',
  error_back: 'Retour à l’accueil',
  error_unavailable: 'Le serveur est occupé. Réessayez dans un instant.',
  error_other: 'Une erreur s’est produite. Revenez en arrière et réessayez.',
  error_title: 'Une erreur s’est produite',

  email_reset_subject: 'Réinitialisez votre mot de passe Quittance',
  email_reset_text:
    'Une réinitialisation du mot de passe de votre compte a été demandée. Si vous êtes à l’origine de cette demande, choisissez un nouveau mot de passe dans l’heure :\n\n{url}\n\nSinon, ignorez cet e-mail. Votre mot de passe reste inchangé.',
  email_registration_subject: 'Votre compte Quittance',
  email_registration_text:
    'Une inscription a été faite avec {email}. Si vous en êtes à l’origine, ouvrez ce lien dans les 24 heures pour créer votre compte et vous connecter :\n\n{url}\n\nSinon, ignorez cet e-mail. Aucun compte ne sera créé.',
  email_already_registered_subject: 'Votre compte Quittance',
  email_already_registered_text:
    'Une inscription a été tentée avec {email}, qui a déjà un compte. Si vous en êtes à l’origine, connectez-vous ici :\n\n{url}\n\nSinon, ignorez cet e-mail.',
  email_password_changed_subject: 'Votre mot de passe a été modifié',
  email_password_changed_text:
    'Le mot de passe de votre compte {email} a été modifié et toutes les autres sessions ont été fermées.\n\nSi vous n’êtes pas à l’origine de cette action, réinitialisez immédiatement votre mot de passe :\n\n{url}',
  email_two_factor_enabled_subject: 'L’authentification à deux facteurs a été activée',
  email_two_factor_enabled_text:
    'La connexion à votre compte {email} demande désormais un code.\n\nSi vous n’êtes pas à l’origine de cette action, réinitialisez immédiatement votre mot de passe et prévenez l’administrateur du serveur :\n\n{url}',
  email_two_factor_disabled_subject: 'L’authentification à deux facteurs a été désactivée',
  email_two_factor_disabled_text:
    'La connexion à votre compte {email} ne demande plus de code.\n\nSi vous n’êtes pas à l’origine de cette action, réinitialisez immédiatement votre mot de passe :\n\n{url}',
  email_link_granted_subject: 'Vous pouvez désormais consulter un autre compte',
  email_named: 'Compte {number} (« {name} »)',
  email_nameless: 'Compte {number}',
  email_link_granted_text:
    '{account} vous permet de consulter ses factures, paiements et statistiques. Vous ne pouvez rien y modifier. Ouvrez-le ici en vous connectant avec {email} :\n\n{url}\n\nSi vous ne savez pas de qui il s’agit, refusez l’accès :\n\n{people}',
  email_origin: 'Date : {time}\nDepuis : {from}',
  email_from_command_line: 'la ligne de commande du serveur',
  email_pause:
    'Plusieurs modifications de ce type ont eu lieu. Nous n’enverrons donc plus d’e-mail à ce sujet pendant une heure au maximum. Les modifications suivantes figurent dans le journal d’audit :\n\n{log}',
}
