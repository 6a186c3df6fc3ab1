import type { ExceptionMessages } from './en.ts'

export const fr: ExceptionMessages = {
  exceptions_attention: 'À traiter',
  exceptions_attention_text:
    'De l’argent est arrivé sans payer de facture, ou en n’en payant qu’une partie. Décidez de la suite à donner.',
  exceptions_more: 'Ce sont les plus récentes. D’autres apparaîtront ici à mesure que vous les traitez.',
  exceptions_title: 'Anomalie de paiement',
  exceptions_open: 'Traiter',
  exceptions_what: 'Que s’est-il passé ?',
  exceptions_kind_partial: 'Seule une partie du montant est arrivée avant la clôture de la facture.',
  exceptions_kind_late: 'Ce paiement est arrivé après la clôture de la facture.',
  exceptions_kind_surplus: 'Ce paiement est arrivé alors que la facture était déjà payée.',
  exceptions_kind_excess: 'Le paiement dépassait le montant dû. Ceci est la différence.',
  exceptions_amount: 'Montant',
  exceptions_invoice: 'Facture',
  exceptions_transaction: 'Transaction',
  exceptions_time: 'Réception',
  exceptions_state: 'Statut',
  exceptions_state_open: 'À traiter',
  exceptions_state_accepted: 'Accepté',
  exceptions_state_refunded: 'Remboursé',
  exceptions_state_kept: 'Conservé',
  exceptions_state_void: 'Remplacé par une autre transaction',
  exceptions_accept: 'Accepter comme paiement',
  exceptions_accept_partial:
    'La facture est considérée comme payée avec le montant reçu et indique le montant manquant. Tous les paiements partiels de la facture sont acceptés ensemble.',
  exceptions_accept_late:
    'La facture est considérée comme payée en retard. Si le montant n’est pas arrivé en entier, elle indique le montant manquant.',
  exceptions_accept_button: 'Accepter le paiement',
  exceptions_refund: 'Enregistrer un remboursement',
  exceptions_refund_text:
    'Renvoyez d’abord l’argent depuis votre propre portefeuille : rien n’est envoyé d’ici. Saisissez ensuite l’ID de transaction. Nous vérifions que la transaction rend ce montant, moins ses frais de réseau.',
  exceptions_refund_txid: 'ID de transaction du remboursement',
  exceptions_refund_button: 'Enregistrer le remboursement',
  exceptions_keep: 'Conserver l’argent',
  exceptions_keep_text: 'La facture reste inchangée. Votre note en garde le motif.',
  exceptions_keep_note: 'Note',
  exceptions_keep_hint: 'De 1 à 500 caractères',
  exceptions_keep_button: 'Conserver l’argent',
  exceptions_done: 'Anomalie de paiement traitée.',
  exceptions_error_resolved: 'Cette anomalie de paiement est déjà traitée.',
  exceptions_error_not_acceptable:
    'Ce paiement ne peut plus être accepté : la facture est déjà payée, ou le paiement a été remplacé ou a fait l’objet d’une double dépense.',
  exceptions_error_txid: 'Saisissez un ID de transaction : 64 caractères, chiffres ou lettres de a à f.',
  exceptions_error_note: 'Saisissez une note de 1 à 500 caractères.',
  exceptions_refund_error_payment:
    'Cette transaction est elle-même le paiement d’une facture. Saisissez l’ID de votre remboursement.',
  exceptions_refund_error_unknown:
    'Notre nœud ne connaît pas cette transaction. Vérifiez l’ID et assurez-vous que votre portefeuille l’a envoyée.',
  exceptions_refund_error_too_old:
    'Cette transaction est antérieure au paiement. Saisissez l’ID de votre remboursement.',
  exceptions_refund_error_unreadable: 'Impossible de lire cette transaction. Vérifiez l’ID.',
  exceptions_refund_error_amount:
    'Cette transaction rend moins que le montant à rembourser, ou seulement à vos propres adresses. Vérifiez l’ID.',
  exceptions_refund_error_used:
    'Une autre anomalie de paiement a déjà été traitée avec cette transaction. Saisissez l’ID d’une autre transaction.',
  email_exceptions_subject: 'Des paiements sont à traiter',
  email_exceptions_text:
    'Ces paiements reçus par votre compte {email} sont arrivés en retard ou ne correspondent pas au montant dû :',
  email_exceptions_more: 'D’autres paiements sont en attente.',
  email_exceptions_decide: 'Décidez de ce qu’il faut en faire :',
  email_exceptions_frequency:
    'Vous recevez au maximum un e-mail de ce type par heure. Pour les désactiver, ouvrez vos préférences :',
}
