import type { SecurityMessages } from './en.ts'

export const fr: SecurityMessages = {
  passkeys: 'Clés d’accès',
  passkeys_text:
    'Avec une clé d’accès, vous vous connectez par empreinte digitale, reconnaissance faciale ou code PIN de l’appareil, sans mot de passe ni code.',
  passkeys_add: 'Ajouter une clé d’accès',
  passkeys_name_hint: 'Où elle se trouve, par exemple « Téléphone », pour la reconnaître.',
  passkeys_unsupported:
    'Pour ajouter une clé d’accès, activez JavaScript et utilisez un navigateur compatible avec les clés d’accès.',
  passkeys_full:
    'Votre compte ne peut pas avoir plus de clés d’accès. Supprimez-en une pour en ajouter une autre.',
  passkeys_rename: 'Renommer la clé d’accès',
  passkeys_remove: 'Supprimer la clé d’accès',
  passkeys_remove_text:
    'Elle ne permet plus de se connecter. Supprimez-la aussi sur votre appareil ou dans votre gestionnaire de mots de passe. Les navigateurs connectés le restent : vérifiez vos {sessions}.',
  passkeys_use: 'Utiliser une clé d’accès',
  passkeys_not_added: 'Aucune clé d’accès n’a été ajoutée. Réessayez.',
  passkeys_not_used: 'Aucune clé d’accès n’a été utilisée. Réessayez ou connectez-vous autrement.',
  passkeys_already:
    'Cet appareil ou ce gestionnaire de mots de passe a déjà une clé d’accès pour votre compte.',
  passkeys_error_wrong: 'La clé d’accès n’a pas été acceptée. Réessayez.',
  done_passkey_added: 'Clé d’accès ajoutée. Vous pouvez maintenant l’utiliser pour vous connecter.',
  done_passkey_renamed: 'Clé d’accès renommée.',
  done_passkey_removed: 'Clé d’accès supprimée.',
  email_passkey_added_subject: 'Une clé d’accès a été ajoutée',
  email_passkey_added_text:
    'Une clé d’accès a été ajoutée à votre compte {email}. Elle permet de se connecter sans mot de passe ni code.\n\nSi vous n’êtes pas à l’origine de cette action, réinitialisez immédiatement votre mot de passe :\n\n{url}\n\nSupprimez ensuite les clés d’accès que vous ne reconnaissez pas :\n\n{undo}',
  email_passkey_removed_subject: 'Une clé d’accès a été supprimée',
  email_passkey_removed_text:
    'Une clé d’accès a été supprimée de votre compte {email}.\n\nSi vous n’êtes pas à l’origine de cette action, réinitialisez immédiatement votre mot de passe :\n\n{url}\n\nSupprimez ensuite les clés d’accès que vous ne reconnaissez pas :\n\n{undo}',
}
