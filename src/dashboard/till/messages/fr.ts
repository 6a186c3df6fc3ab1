import type { TillMessages } from './en.ts'

export const fr: TillMessages = {
  till_amount: 'Montant',
  till_create: 'Créer la facture',
  till_keys: 'Pavé numérique',
  till_key_separator: 'Virgule',
  till_key_back: 'Supprimer le dernier chiffre',
  till_key_clear: 'Effacer',
  till_settings: 'Paramètres de la caisse',
  till_settings_text:
    'Ajoutés à chaque facture créée ici. Pour les conserver, ajoutez cette page à vos favoris : ils figurent dans son URL.',
  till_business_id: 'ID d’entreprise',
  till_location_id: 'ID d’établissement',
  till_register_id: 'ID de caisse',
  till_next: 'Passer à la vente suivante',
  till_cancel_next: 'Annuler et passer à la vente suivante',
  till_open_invoice: 'Ouvrir la facture',

  till_state_waiting: 'En attente de paiement',
  till_state_refused: 'Paiement refusé',
  till_state_down: 'Réseau indisponible',
  till_state_checking: 'Vérification du paiement',
  till_state_paid: 'Facture payée',
  till_state_reversed: 'Paiement invalidé',
  till_state_cancelled: 'Facture annulée',
  till_state_expired: 'Facture expirée',
  till_state_amount: '{state} : {amount}',
  till_scan: 'Scannez avec un portefeuille',
  till_qr: 'QR code du lien de paiement',
  till_down_text: 'Les paiements sont impossibles pour le moment. Cette page réessaie automatiquement.',
  till_checking_text:
    'Nous interrogeons le réseau. Cela prend quelques secondes. Ne laissez pas le client payer une deuxième fois.',
  till_confirming_text: 'Le réseau est en train de confirmer le paiement.',
  till_paid_with: 'Payé avec {amount}',
  till_reversed_text:
    'Le réseau a écarté le paiement, car les mêmes fonds ont été dépensés ailleurs. Ouvrez la facture pour plus de détails.',
  till_cancelled_text: 'Cette facture ne peut plus être payée.',
  till_expired_text: 'Elle n’a pas été payée à temps. Créez une nouvelle facture.',

  till_new_title: 'Nouvelle facture',
  till_new_currency: 'Devise',
  till_new_external_id: 'Commande ou référence',
  till_new_external_id_hint:
    'Enregistrée comme ID externe. Elle permet de retrouver la facture dans la liste ou via l’API.',
  till_new_memo: 'Note',
  till_new_memo_hint: 'Votre client la voit au moment de payer.',
  till_new_expiry: 'Expire après',
  till_new_default: '{time} (par défaut)',
  till_new_more: 'Plus d’options',
  till_new_redirect_url: 'URL de redirection',
  till_new_redirect_url_hint: 'La page où arrive votre client après le paiement. Elle commence par https://',
  till_new_webhook_url: 'URL du webhook',
  till_new_webhook_url_hint: 'Nous y notifions votre serveur quand la facture est payée.',

  till_share_title: 'Facture de {amount}',
  till_share_done: 'Facture créée. Envoyez le lien à votre client.',
  till_share_checkout: 'Lien de la page de paiement',
  till_share_checkout_hint:
    'Une page avec le montant, pour les portefeuilles compatibles avec les liens de paiement.',
  till_share_pay: 'Lien de paiement',
  till_share_pay_hint: 'Pour les portefeuilles. Le QR code contient ce lien.',
  till_copy: 'Copier',
  till_copied: 'Copié',
  till_share_until: 'Expiration',
  till_coin_reason: '{coin} : {reason}',
  till_share_coins: 'Cryptomonnaies acceptées',
  till_share_unavailable: 'Actuellement indisponibles',

  till_no_destination_title: 'Aucun portefeuille de réception',
  till_no_destination:
    'Vos clients ne peuvent pas encore vous payer. Ajoutez un portefeuille de réception pour chaque cryptomonnaie acceptée.',
  till_no_destination_link: 'Ajouter un portefeuille',
  till_no_destination_staff:
    'Cette boutique ne peut pas encore encaisser. Demandez au titulaire d’ajouter un portefeuille de réception.',
  till_amount_missing: 'Saisissez un montant.',
  till_amount_unclear:
    'Ce montant est illisible. Saisissez des chiffres et une virgule au plus, sans séparateur de milliers.',
  till_amount_zero: 'Le montant doit être supérieur à zéro. Saisissez-en un autre.',
  till_amount_decimals:
    'Les montants en {currency} ont {count} décimales au maximum. Arrondissez le montant.',
  till_amount_no_decimals: 'Les montants en {currency} n’ont pas de décimales. Arrondissez le montant.',
  till_amount_large: 'Le montant est trop élevé. Saisissez {amount} au maximum.',
  till_unusual:
    'Ce montant est au moins 100 fois supérieur à votre montant habituel. Vérifiez-le, puis créez de nouveau la facture pour confirmer.',
  till_error_currency: 'Choisissez une devise dans la liste.',
  till_error_body:
    'Un champ est trop long ou contient un caractère qui ne peut pas être enregistré. Maximum : 255 caractères pour les ID, 1 000 pour la note et 2 048 pour les URL. Le délai d’expiration doit être compris entre 1 minute et 30 jours.',
  till_error_redirect_url:
    'Cette URL de redirection n’est pas utilisable. Saisissez une URL https:// complète, sans nom d’utilisateur ni mot de passe.',
  till_error_webhook_url:
    'Nous ne pouvons pas appeler cette URL de webhook. Saisissez une URL https:// ou http:// complète, sans nom d’utilisateur ni mot de passe. Les adresses privées et les ports autres que 443 et 80 nécessitent WEBHOOK_ALLOW_PRIVATE=true.',
  till_error_no_option:
    'Aucune cryptomonnaie n’est disponible pour ce montant. Essayez un autre montant ou réessayez plus tard.',
  till_error_same_amount:
    'Trop de factures ouvertes ont ce montant. Essayez un montant légèrement différent.',
  till_error_no_rates: 'Aucun prix ou réseau n’est disponible pour le moment. Réessayez dans 30 secondes.',
  till_error_used:
    'Ce formulaire a déjà créé une autre facture. Envoyez-le de nouveau pour en créer une deuxième.',
  till_error_running:
    'Ce formulaire est encore en cours de traitement. Envoyez-le de nouveau dans un instant.',
}
