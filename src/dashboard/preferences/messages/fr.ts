import type { PreferencesMessages } from './en.ts'

export const fr: PreferencesMessages = {
  preferences_intro: 'Ces préférences s’appliquent aux nouvelles factures et aux nouveaux prix.',
  preferences_done: 'Préférences enregistrées.',
  preferences_save: 'Enregistrer les préférences',
  preferences_shop: 'Boutique',
  preferences_name: 'Nom',
  preferences_name_hint:
    'Vos clients le voient au-dessus du montant. {count} caractères maximum. Laissez vide pour le masquer.',
  preferences_currency: 'Devise',
  preferences_currency_hint: 'Pour les factures qui n’en précisent pas, et pour vos statistiques.',
  preferences_zone: 'Fuseau horaire',
  preferences_zone_hint: 'Pour les heures affichées sur vos pages et les jours de vos statistiques.',
  preferences_coins: 'Cryptomonnaies',
  preferences_coins_text:
    'Vos clients peuvent payer avec ces cryptomonnaies, dans cet ordre. Pour en déplacer une, choisissez une autre position.',
  preferences_coin: 'Crypto',
  preferences_offered: 'Proposée',
  preferences_position: 'Position',
  preferences_confirmations: 'Confirmations',
  preferences_offer: 'Proposer {coin}',
  preferences_position_of: 'Position de {coin}',
  preferences_confirmations_of: 'Confirmations pour {coin}',
  preferences_default: 'Par défaut ({count})',
  preferences_immediately: '0 (immédiat)',
  preferences_no_destination: 'Aucun portefeuille de réception',
  preferences_confirmations_hint:
    'Une facture est payée dès que le réseau accepte le paiement. Le paiement est considéré comme confirmé après ce nombre de confirmations, {count} au maximum. Avec 0, il l’est immédiatement et vous assumez le risque qu’il soit invalidé. Les paiements déjà transmis ne changent pas.',
  preferences_any_wallets: 'Paiements depuis tous les portefeuilles',
  preferences_any_wallet: 'Accepter tous les portefeuilles',
  preferences_any_wallet_text:
    'Vos clients peuvent aussi payer en envoyant à une adresse, depuis n’importe quel portefeuille ou plateforme d’échange. Nous retrouvons le paiement sur le réseau. S’il est trop élevé, trop faible ou trop tardif, vous décidez de la suite à donner.',
  preferences_any_wallet_hint:
    'Cryptomonnaies : {coins}. Leur portefeuille de réception doit être une clé publique étendue (xpub).',
  preferences_underpaid: 'Écart accepté, en %',
  preferences_underpaid_hint:
    'S’il manque au plus cette part du montant, la facture est tout de même considérée comme payée. De 0 à {max}, par exemple 0,5. Laissez vide pour 0.',
  preferences_prices: 'Prix',
  preferences_prices_text:
    'Tant qu’un prix est valable, vos clients paient le montant affiché, même si le taux de change évolue. Plus il est valable longtemps, plus votre risque de change est élevé.',
  preferences_hold: 'Validité d’un prix, en minutes',
  preferences_hold_hint: 'De {min} à {max}. Laissez vide pour la valeur par défaut, {default}.',
  preferences_frames: 'Page de paiement intégrée',
  preferences_origins: 'Sites autorisés à intégrer votre page de paiement',
  preferences_origins_hint: 'Un par ligne, par exemple {example}. Laissez vide pour n’en autoriser aucun.',
  preferences_emails: 'E-mails',
  preferences_emails_unavailable:
    'Ce serveur ne peut pas envoyer d’e-mails : son opérateur doit d’abord configurer un serveur de messagerie.',
  preferences_email_exceptions: 'M’envoyer un e-mail lorsqu’un paiement est à traiter',
  preferences_email_exceptions_hint:
    'Lorsqu’un paiement arrive en retard ou ne correspond pas au montant dû. Un e-mail par heure au maximum.',
  preferences_email_receipts: 'Envoyer des reçus par e-mail aux acheteurs',
  preferences_email_receipts_hint:
    'Pour les factures dont les métadonnées contiennent l’adresse de l’acheteur sous {key}. Les extensions de boutique l’envoient. Laissez désactivé si votre boutique envoie ses propres e-mails.',
  preferences_error_name: 'Saisissez un nom de {length} caractères maximum, sans caractères de contrôle.',
  preferences_error_currency: 'Choisissez une devise dans la liste.',
  preferences_error_zone: 'Choisissez un fuseau horaire dans la liste.',
  preferences_error_coins: 'Proposez au moins une cryptomonnaie.',
  preferences_error_hold:
    'Saisissez un nombre de minutes de {min_minutes} à {max_minutes} ou laissez le champ vide.',
  preferences_error_confirmations: 'Saisissez un nombre de confirmations de 0 à {max}.',
  preferences_error_underpaid:
    'Saisissez un pourcentage de 0 à {max_percent}, avec {decimals} décimales au maximum.',
  preferences_error_origins:
    'Saisissez chaque site comme {example}, sans chemin, et 20 sites au maximum. http:// n’est autorisé que pour localhost.',

  preferences_change: '{setting} : {after} (avant : {before})',
  preferences_change_default: 'par défaut',
  preferences_change_none: 'aucun',
  preferences_change_on: 'activé',
  preferences_change_off: 'désactivé',
  email_preferences_changed_subject: 'Les préférences de votre compte ont été modifiées',
  email_preferences_changed_text:
    'Des préférences de votre compte {email} ont été modifiées :\n\n{changes}\n\nSi vous n’êtes pas à l’origine de cette action, réinitialisez immédiatement votre mot de passe :\n\n{url}\n\nRétablissez ensuite vos préférences :\n\n{undo}',
}
