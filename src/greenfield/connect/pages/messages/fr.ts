import type { ConnectMessages } from './en.ts'

export const fr: ConnectMessages = {
  title: 'Connecter une boutique',
  plug_in: 'Une extension de boutique',
  intro:
    '{application} demande l’accès à votre compte. Ne continuez que si vous venez de lancer cette opération dans votre boutique.',
  application: 'Extension',
  host: 'Boutique',
  host_text: '{host}. C’est là que nous envoyons la clé.',
  no_host: 'Nous vous affichons la clé et vous la copiez dans l’extension.',
  account: 'Compte',
  account_text: '{email}, boutique {store}',
  permissions: 'Autorisations',
  unsupported: 'Ce service ne propose pas les autorisations suivantes. La clé ne les comprendra donc pas :',
  repeated:
    'Cette boutique a déjà une clé, créée le {time} : {link}. « Autoriser » en crée une autre. La clé précédente fonctionne tant que vous ne la révoquez pas.',
  allow_frame: 'Autoriser {origin} à intégrer la page de paiement',
  authorize: 'Autoriser',
  cancel: 'Annuler',
  done: 'Clé créée',
  done_send: 'Votre navigateur envoie la clé à {host}.',
  done_repeated:
    'Il s’agit d’une nouvelle clé. La précédente fonctionne tant que vous ne la révoquez pas : {link}.',
  continue: 'Continuer vers {host}',
  done_show:
    'Copiez maintenant la clé dans les paramètres de l’extension : vous ne pourrez plus la revoir. Si vous la perdez, révoquez-la et connectez de nouveau la boutique.',
  done_store: 'ID de la boutique',
  problem_parameters:
    'La demande de l’extension n’est pas valide : une valeur est trop longue ou mal formée. Recommencez dans votre boutique.',
  problem_redirect:
    'La demande de l’extension contient une URL de redirection non valide. Il faut une URL https:// complète de votre boutique ; http:// n’est autorisé que pour localhost.',
  problem_permissions:
    'La demande de l’extension ne contient aucune autorisation proposée par ce service. Vérifiez que l’extension prend en charge Quittance.',
  'btcpay.store.canviewinvoices': 'Consulter les factures et leurs paiements',
  'btcpay.store.canviewstoresettings':
    'Consulter le nom, la devise et les cryptomonnaies acceptées du compte',
  'btcpay.store.cancreateinvoice': 'Créer des factures',
  'btcpay.store.canmodifyinvoices': 'Modifier et annuler des factures',
  'btcpay.store.canmodifystoresettings':
    'Modifier les paramètres de la boutique (exigé par l’extension ; en réalité, la clé ne permet d’en modifier aucun)',
  'btcpay.store.webhooks.canmodifywebhooks': 'Ajouter des webhooks et gérer ceux qu’elle a ajoutés',
}
