import type { OverviewMessages } from './en.ts'

export const fr: OverviewMessages = {
  overview_of: 'Vue d’ensemble : {name}',

  overview_steps: 'Premiers pas',
  overview_steps_done: 'Étapes terminées : {done} sur {all}',
  overview_step_name: 'Nommer votre boutique',
  overview_step_name_text: 'Vos clients voient ce nom au moment de payer.',
  overview_done: 'Terminé :',
  overview_open: 'À faire :',
  overview_optional: 'facultatif',
  overview_step_destination: 'Ajouter un portefeuille de réception',
  overview_step_destination_text:
    'Pour chaque cryptomonnaie acceptée : la clé publique étendue (xpub) de votre portefeuille ou une adresse.',
  overview_step_any_wallet: 'Accepter tous les portefeuilles',
  overview_step_any_wallet_text:
    'Recommandé : peu de portefeuilles prennent en charge les demandes de paiement, mais tous peuvent envoyer à une adresse. Nous retrouvons ces paiements sur le réseau.',
  overview_step_token: 'Créer un jeton d’accès',
  overview_step_token_text:
    'Votre code l’utilise pour créer des factures. Il n’est affiché qu’une fois : enregistrez-le sous {variable}, puis exécutez :',
  overview_step_invoice: 'Créer votre première facture',
  overview_step_invoice_text: 'Remplissez un formulaire ou saisissez un montant à la caisse.',
  overview_step_payment: 'Recevoir votre premier paiement',
  overview_step_payment_text: 'Ouvrez la page de paiement d’une facture et payez-la avec un portefeuille.',
  overview_step_payment_sandbox:
    'Ouvrez la page de paiement d’une facture. Dans cette sandbox, vous pouvez la payer avec des cryptomonnaies de test.',
  overview_step_webhook: 'Activer les notifications webhook',
  overview_step_webhook_text: 'Nous notifions votre serveur dès qu’une facture change.',

  overview_failed: 'Webhooks en échec : {count}.',
  overview_failed_link: 'Voir les envois',

  overview_figures: 'Factures payées',
  overview_today: 'Aujourd’hui',
  overview_7d: '7 jours',
  overview_30d: '30 jours',
  overview_invoices: 'Factures : {count}',
  overview_figures_hint: 'Par date de paiement, dans le fuseau horaire {zone}. Hors paiements invalidés.',

  overview_trends: 'Tendances',
  overview_period: 'Période',
  overview_per_day: 'Payé par jour',
  overview_per_hour: 'Payé par heure',
  overview_show_table: 'Afficher le tableau',
  overview_day: 'Jour',
  overview_hour: 'Heure',
  overview_sum: 'Total',
  overview_count: 'Nombre',
  overview_bars_desc: 'Barres, de {from} à {to}. La plus haute : {sum}, {period}.',
  overview_shares: 'Répartition par crypto',
  overview_coin: 'Crypto',
  overview_share: 'Part',
  overview_times: 'Temps avant paiement',
  overview_times_text: 'La moitié des factures ont été payées en moins de {time}.',
  overview_times_sample: 'D’après les {count} derniers paiements.',
  overview_up_to: 'Jusqu’à {time}',
  overview_between: 'De {over} à {time}',
  overview_over: 'Plus de {time}',
  overview_time: 'Temps',
  overview_nothing: 'Aucun paiement en {currency} sur cette période',
  overview_nothing_text: 'Des graphiques apparaîtront ici dès qu’une facture sera payée.',

  overview_latest: 'Dernières factures',
  overview_all: 'Toutes les factures',
  overview_none: 'Aucune facture pour l’instant',
  overview_none_text: 'Créez-en une depuis la page {till}. Un montant suffit.',
  overview_none_viewed: 'Les nouvelles factures apparaîtront ici automatiquement.',
}
