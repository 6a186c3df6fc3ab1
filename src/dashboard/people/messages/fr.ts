import type { PeopleMessages } from './en.ts'

export const fr: PeopleMessages = {
  people_intro: 'Donnez à votre comptable ou à un collègue un accès en lecture seule à votre compte.',
  people_grant_title: 'Inviter un lecteur',
  people_email_hint: 'L’adresse e-mail avec laquelle cette personne se connecte ici.',
  people_grant: 'Accorder l’accès',
  people_viewers: 'Lecteurs',
  people_viewers_none: 'Vous uniquement',
  people_viewers_none_text:
    'Les lecteurs voient vos factures, paiements et statistiques dans leur propre tableau de bord, sous « Partagés avec vous ». Ils ne voient ni les jetons, ni les portefeuilles de réception, ni les paramètres. Vous pouvez retirer leur accès à tout moment.',
  people_viewer:
    '{email} peut consulter vos factures, paiements et statistiques, mais ne peut rien modifier.',
  people_since: 'Depuis le {time}',
  people_remove: 'Retirer l’accès',
  people_shared: 'Partagés avec vous',
  people_shared_none: 'Aucun compte partagé',
  people_shared_none_text:
    'Quand un autre commerçant accorde l’accès à {email}, son compte apparaît ici. Vous pouvez l’ouvrir ou le refuser.',
  people_shared_account:
    'Vous pouvez consulter les factures, paiements et statistiques de {name}, mais pas les modifier.',
  people_account: 'Compte {number}',
  people_open: 'Ouvrir le compte',
  people_reject: 'Refuser l’accès',
  people_done_granted: 'Accès accordé.',
  people_done_ended: 'Accès retiré.',
  people_error_unknown:
    'Aucun compte n’utilise cette adresse e-mail ici. Demandez à cette personne d’en créer un sur {address}, puis accordez de nouveau l’accès.',
  people_error_self: 'C’est votre propre adresse e-mail. Saisissez celle d’une autre personne.',
  people_error_too_many: 'Vous avez saisi trop d’adresses sans compte ici. Réessayez dans {minutes}.',

  email_access_granted_subject: 'Une personne peut désormais consulter votre compte',
  email_access_granted_text:
    '{guest} peut désormais consulter les factures, paiements et statistiques de votre compte {email}, mais ne peut rien modifier.\n\nSi vous n’êtes pas à l’origine de cette action, réinitialisez immédiatement votre mot de passe :\n\n{url}\n\nRetirez ensuite l’accès et révoquez les jetons d’accès que vous ne reconnaissez pas :\n\n{undo}',
}
