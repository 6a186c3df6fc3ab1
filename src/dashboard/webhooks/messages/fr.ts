import type { WebhooksMessages } from './en.ts'

export const fr: WebhooksMessages = {
  webhooks_intro:
    'Nous notifions votre serveur quand quelque chose se produit : chaque webhook reçoit une requête POST signée pour chaque événement auquel il est abonné.',
  webhooks_add: 'Ajouter un webhook',
  webhooks_none: 'Aucun webhook pour l’instant',
  webhooks_none_text:
    'Ajoutez l’URL de votre serveur, par exemple https://shop.example.com/hooks, pour recevoir tous les événements. Une facture peut aussi avoir sa propre webhook_url, notifiée quand elle est payée.',
  webhooks_caption: 'Webhooks',
  webhooks_webhook: 'Webhook',
  webhooks_state: 'Statut',
  webhooks_last_delivery: 'Dernier envoi',
  webhooks_every_event: 'Tous les événements',
  webhooks_no_deliveries: 'Aucun',
  webhooks_enabled: 'Activé',
  webhooks_failing: 'En échec',
  webhooks_failing_since: 'Aucun envoi réussi depuis le {time}. Il sera désactivé au bout de cinq jours.',
  webhooks_disabled: 'Désactivé',
  webhooks_disabled_failing: 'Les envois ont échoué pendant cinq jours.',
  webhooks_disabled_gone: 'Votre serveur a répondu 410 Gone.',
  webhooks_disabled_by_hand: 'Vous l’avez désactivé.',
  webhooks_disabled_at: 'Depuis le {time}.',

  webhooks_url: 'URL',
  webhooks_url_hint:
    'Une URL https:// ou http://, sur le port 443 ou 80. Les autres ports et les adresses privées nécessitent WEBHOOK_ALLOW_PRIVATE=true, la valeur par défaut dans la sandbox.',
  webhooks_description: 'Description',
  webhooks_description_hint: 'Facultative, pour votre usage. 255 caractères maximum.',
  webhooks_events: 'Événements',
  webhooks_events_hint: 'Sélectionnez les événements à envoyer. Sans sélection, tous sont envoyés.',
  webhooks_kind_invoice: 'Factures',
  webhooks_kind_payment: 'Paiements',
  webhooks_kind_account: 'Compte',
  webhooks_kind_webhook: 'Webhooks',
  webhooks_kind_all: 'Tous',
  webhooks_save: 'Enregistrer les modifications',
  webhooks_created: 'Création',
  webhooks_details: 'Détails',
  webhooks_settings: 'Paramètres',
  webhooks_enable: 'Activer le webhook',
  webhooks_disable: 'Désactiver le webhook',
  webhooks_test: 'Envoyer un test',
  webhooks_test_text:
    'Un test est un événement webhook.test signé. Il est envoyé une seule fois, sans nouvelle tentative.',
  webhooks_recent_deliveries: 'Envois récents',
  webhooks_all_deliveries: 'Tous les envois de ce webhook',
  webhooks_delete: 'Supprimer le webhook',
  webhooks_delete_title: 'Supprimer ce webhook',
  webhooks_delete_text:
    'Il ne recevra plus d’événements, les envois en attente seront annulés et son secret sera supprimé. Pour le mettre en pause, désactivez-le plutôt.',

  webhooks_secret: 'Secret de signature',
  webhooks_secret_text: 'Signe uniquement les requêtes vers ce webhook.',
  webhooks_secret_account: 'Secret de signature des factures',
  webhooks_secret_account_text: 'Signe les requêtes vers la webhook_url d’une facture.',
  webhooks_secret_show: 'Afficher le secret',
  webhooks_secret_rotate: 'Renouveler le secret',
  webhooks_secret_rotate_text:
    'Un nouveau secret prend effet immédiatement. Les deux secrets signent pendant 24 heures.',
  webhooks_secret_password_hint:
    'Confirmez votre mot de passe, pour que personne ne puisse lire le secret sur un ordinateur laissé sans surveillance.',
  webhooks_secret_copy: 'Copiez-le maintenant. Il sera de nouveau masqué quand vous quitterez cette page.',
  webhooks_secret_previous: 'Secret précédent, qui signe encore pendant 24 heures après le changement',
  webhooks_secret_already_shown: 'Le secret a déjà été affiché. Saisissez votre mot de passe pour le revoir.',

  webhooks_verify: 'Vérification de la signature',
  webhooks_verify_text:
    'Chaque requête est signée selon {standard}, dans les en-têtes webhook-id, webhook-timestamp et webhook-signature. Des bibliothèques existent pour la plupart des langages :',
  webhooks_verify_response:
    'Répondez par un code 2xx sous 15 secondes. Sinon, nous réessayons : dix tentatives au total, sur trois jours. webhook-id est identique à chaque tentative : utilisez-le pour ignorer les doublons.',

  webhooks_done_created: 'Webhook ajouté. Envoyez un test pour vérifier que votre serveur répond.',
  webhooks_done_changed: 'Modifications enregistrées.',
  webhooks_done_enabled: 'Webhook activé.',
  webhooks_done_disabled: 'Webhook désactivé. Les envois en attente ont été annulés.',
  webhooks_done_deleted: 'Webhook supprimé.',
  webhooks_done_rotated: 'Secret renouvelé. Les deux secrets signent pendant 24 heures.',

  webhooks_error_url:
    'Nous ne pouvons pas appeler cette URL. Saisissez une URL https:// ou http:// complète, sans nom d’utilisateur ni mot de passe. Les adresses privées et les ports autres que 443 et 80 nécessitent WEBHOOK_ALLOW_PRIVATE=true.',
  webhooks_error_description:
    'La description est trop longue ou contient des caractères non pris en charge. Utilisez 255 caractères au maximum.',
  webhooks_error_types:
    'Type d’événement inconnu. Rechargez la page et sélectionnez de nouveau les événements.',
  webhooks_error_too_many: 'Vous avez atteint le nombre maximal de webhooks. Supprimez-en d’abord un.',
  webhooks_error_host_too_many:
    'Vous avez atteint le nombre maximal de webhooks sur cet hôte. Supprimez-en d’abord un.',

  email_webhook_added_subject: 'Un webhook a été ajouté',
  email_webhook_added_text:
    'Un webhook a été ajouté à votre compte {email}. Il envoie des événements à {host}.\n\nSi vous n’êtes pas à l’origine de cette action, réinitialisez immédiatement votre mot de passe :\n\n{url}\n\nSupprimez ensuite le webhook et révoquez les jetons d’accès que vous ne reconnaissez pas :\n\n{undo}',
  email_webhook_url_changed_subject: 'L’URL d’un webhook a été modifiée',
  email_webhook_url_changed_text:
    'L’URL d’un webhook de votre compte {email} a été modifiée. Il envoie désormais les événements à {host}. L’hôte précédent était {before}.\n\nSi vous n’êtes pas à l’origine de cette action, réinitialisez immédiatement votre mot de passe :\n\n{url}\n\nRétablissez ensuite l’URL et révoquez les jetons d’accès que vous ne reconnaissez pas :\n\n{undo}',
  email_webhook_secret_replaced_subject: 'Un secret de webhook a été renouvelé',
  email_webhook_secret_replaced_text:
    'Un secret de webhook de votre compte {email} a été renouvelé. Les deux secrets signent pendant 24 heures.\n\nSi vous n’êtes pas à l’origine de cette action, réinitialisez immédiatement votre mot de passe :\n\n{url}\n\nRenouvelez ensuite le secret une nouvelle fois et révoquez les jetons d’accès que vous ne reconnaissez pas :\n\n{undo}',
}
