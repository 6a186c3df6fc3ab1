import type { PeopleMessages } from './en.ts'

export const fr: PeopleMessages = {
  people_intro:
    'Invitez votre équipe, ou donnez à votre comptable ou à un collègue un accès en lecture seule à votre compte.',
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
  people_error_full:
    'Vous ou l’autre compte avez atteint le nombre maximal de lecteurs ou de comptes partagés. Retirez d’abord un accès.',
  people_error_too_many: 'Trop d’adresses saisies n’ont pas de compte ici. Réessayez dans {minutes}.',

  role_cashier: 'Caisse',
  role_bookkeeper: 'Comptabilité',
  cashier_at: 'Caisse de {name}',
  bookkeeper_at: 'Comptabilité de {name}',
  switch_account: 'Changer de compte',
  staff: 'Équipe',
  staff_none: 'Aucun membre',
  staff_none_text:
    'Les membres de l’équipe travaillent dans votre compte avec leurs propres identifiants. Vous pouvez les retirer à tout moment.',
  staff_invite_title: 'Inviter un membre',
  staff_email_hint:
    'Nous lui envoyons un lien par e-mail. Il est utilisable une fois et expire dans 7 jours.',
  staff_link_hint: 'Vous recevrez un lien à transmettre. Il est utilisable une fois et expire dans 7 jours.',
  staff_needs_account:
    'Sur ce serveur, seul l’administrateur crée des comptes : cette personne doit déjà en avoir un avec cette adresse e-mail.',
  staff_role: 'Rôle',
  staff_role_hint:
    'La caisse encaisse les paiements et voit les factures du jour. La comptabilité voit et exporte toutes les factures et statistiques, mais ne peut rien modifier.',
  staff_invite: 'Envoyer l’invitation',
  staff_create_link: 'Créer un lien',
  staff_member: '{email} : {role}',
  staff_valid_until: 'Invitation envoyée. Le lien est valable jusqu’au {time}.',
  staff_expired: 'Invitation envoyée. Le lien a expiré le {time}.',
  staff_resend: 'Renvoyer',
  staff_revoke: 'Révoquer l’invitation',
  staff_make_role: 'Donner le rôle : {role}',
  staff_done_invited: 'Invitation envoyée.',
  staff_done_revoked: 'Invitation révoquée.',
  staff_done_role: 'Rôle modifié.',
  staff_link_title: 'Transmettez ce lien',
  staff_link_text:
    'Donnez ce lien à {email}. Il est utilisable une fois, expire dans 7 jours et ne sera plus affiché.',
  staff_error_exists:
    'Cette personne travaille déjà dans votre compte. Vous pouvez changer son rôle ci-dessous.',
  staff_error_too_many:
    'Vous avez atteint le nombre maximal de membres et d’invitations en cours. Retirez d’abord quelqu’un.',
  staff_works_as_cashier: 'Vous travaillez à la caisse de {name}.',
  staff_works_as_bookkeeper: 'Vous tenez la comptabilité de {name}.',
  staff_leave: 'Quitter l’équipe',
  invitation_title: 'Invitation',
  invitation_text: '{name} (compte {number}) invite {email} dans son équipe. Rôle : {role}.',
  invitation_cashier: 'Vous pourrez encaisser à la caisse et voir les factures du jour.',
  invitation_bookkeeper:
    'Vous pourrez voir et exporter toutes les factures et statistiques, mais rien modifier.',
  invitation_accept: 'Accepter l’invitation',
  invitation_other: 'Vous êtes connecté avec {email}. Déconnectez-vous, puis ouvrez de nouveau ce lien.',
  invitation_register: 'Créer un compte et accepter',
  invitation_no_account:
    'Connectez-vous avec cette adresse e-mail pour accepter. Si vous n’avez pas encore de compte, demandez-en un à l’administrateur de ce serveur.',
  invitation_error_other:
    'Cette invitation est destinée à une autre adresse e-mail. Connectez-vous avec celle-ci.',
  today_title: 'Factures du jour',
  today_none_text: 'Les factures créées aujourd’hui apparaissent ici.',
  email_staff_invitation_subject: 'Invitation à rejoindre une boutique',
  email_staff_invitation_text:
    '{account} vous invite dans son équipe. Rôle : {role}. Ouvrez ce lien dans les 7 jours. Il est utilisable une fois, et uniquement pour {email} :\n\n{url}\n\nSi vous ne savez pas de qui il s’agit, ignorez cet e-mail.',
  email_staff_invited_subject: 'Une personne a été invitée dans votre compte',
  email_staff_invited_text:
    '{guest} a été invité à travailler dans votre compte {email}.\n\nSi vous n’êtes pas à l’origine de cette action, réinitialisez immédiatement votre mot de passe :\n\n{url}\n\nRévoquez ensuite l’invitation ou retirez la personne :\n\n{undo}',

  email_access_granted_subject: 'Une personne peut désormais consulter votre compte',
  email_access_granted_text:
    '{guest} peut désormais consulter les factures, paiements et statistiques de votre compte {email}, mais ne peut rien modifier.\n\nSi vous n’êtes pas à l’origine de cette action, réinitialisez immédiatement votre mot de passe :\n\n{url}\n\nRetirez ensuite l’accès et révoquez les jetons d’accès que vous ne reconnaissez pas :\n\n{undo}',
}
