import type { DestinationsMessages } from './en.ts'

export const fr: DestinationsMessages = {
  destinations_intro:
    'Vos clients paient directement sur votre propre portefeuille. Ce serveur ne détient aucune clé. Vos factures ne proposent pas les cryptomonnaies sans portefeuille de réception.',
  destinations_is_set: 'Configuré',
  destinations_not_set: 'Non configuré',
  destinations_none: 'Vos clients ne peuvent pas encore vous payer en {coin}.',
  destinations_set_up: 'Ajouter un portefeuille',
  destinations_change: 'Changer de portefeuille',
  destinations_kind: 'Type',
  destinations_kind_xpub: 'Clé publique étendue : une nouvelle adresse pour chaque facture',
  destinations_kind_address: 'Adresse fixe : la même pour toutes les factures',
  destinations_address: 'Adresse',
  destinations_key_id: 'ID de clé',
  destinations_next: 'Index suivant',
  destinations_first: 'Premières adresses',
  destinations_now: 'Portefeuille de réception actuel',
  destinations_set_title: 'Portefeuille de réception',
  destinations_change_title: 'Nouveau portefeuille de réception',
  destinations_how:
    'Nous recommandons la clé publique étendue (xpub) de votre portefeuille, pour que chaque facture ait sa propre adresse. Elle permet de voir vos paiements et votre solde, mais pas de dépenser. Vous comparerez ensuite des adresses avec votre portefeuille. Rien ne change avant votre confirmation.',
  destinations_field: 'Clé publique étendue ou adresse',
  destinations_field_hint:
    'Ici, les clés commencent par {names}. Ne communiquez jamais une clé privée ni une phrase de récupération, pas même sur cette page.',
  destinations_show: 'Afficher les adresses',
  destinations_test_title: 'Pas encore de portefeuille ?',
  destinations_test_text:
    'Dans cette sandbox, les cryptomonnaies de test n’ont aucune valeur. Une clé de test n’appartient à aucun portefeuille : il n’y a donc rien à comparer. Les cryptomonnaies déjà configurées ne changent pas.',
  destinations_test_button: 'Utiliser des clés de test partout',
  destinations_skip_title: 'Ignorer des adresses',
  destinations_skip_text:
    'À utiliser si votre portefeuille a déjà employé les prochaines adresses ailleurs. La plupart des portefeuilles ne vérifient que vingt adresses inutilisées d’affilée : ignorez-en le moins possible.',
  destinations_skip_by: 'Nombre d’adresses',
  destinations_skip_hint: 'De 1 à {max}',
  destinations_skip: 'Ignorer les adresses',
  destinations_compare_title: 'Comparer avec votre portefeuille',
  destinations_compare_xpub:
    'Ouvrez la liste des adresses de réception de votre portefeuille. Les trois premières doivent être identiques à celles-ci, caractère par caractère :',
  destinations_compare_address:
    'Ce doit être une adresse de réception de votre portefeuille, identique caractère par caractère :',
  destinations_about_xpub:
    'Si elles diffèrent, il s’agit d’un autre compte ou d’un autre type d’adresse. Dans ce cas, ne confirmez pas.',
  destinations_about_address:
    'Toutes les factures utilisent cette même adresse : tout le monde peut donc voir qu’elles sont liées. Pour identifier les paiements, chaque facture ouverte demande un montant légèrement différent.',
  destinations_confirm_title: 'Confirmation',
  destinations_confirm_text:
    'Rien n’a encore changé. Les factures qui ont déjà une adresse la conservent. Toutes les autres utiliseront ce portefeuille.',
  destinations_same_text: 'C’est déjà votre portefeuille de réception. Rien ne change.',
  destinations_email_text: 'Nous vous enverrons un e-mail pour vous signaler ce changement.',
  destinations_confirm: 'Les adresses correspondent',
  destinations_mismatch: 'Elles ne correspondent pas : saisir un autre portefeuille',
  destinations_done_set: 'Portefeuille de réception {coin} enregistré.',
  destinations_done_test: 'Clés de test ajoutées pour toutes les cryptomonnaies.',
  destinations_done_skipped: 'Adresses {coin} ignorées.',
  destinations_error_key:
    'Cette clé publique étendue n’est pas valide : un caractère manque ou est erroné. Copiez-la de nouveau depuis votre portefeuille.',
  destinations_error_private_key:
    'C’est une clé privée. Toute personne qui la possède peut dépenser votre argent. Nous ne l’avons pas enregistrée. Saisissez la clé publique étendue correspondante et ne saisissez la clé privée nulle part ailleurs.',
  destinations_error_other_key:
    'Cette clé correspond à une autre cryptomonnaie ou à un autre réseau. Saisissez une clé qui commence comme indiqué sous le champ.',
  destinations_error_address:
    'Ce n’est ni une adresse ni une clé publique étendue de cette cryptomonnaie sur ce réseau. Copiez-la de nouveau depuis votre portefeuille.',
  destinations_error_derived:
    'Cette adresse a été dérivée d’une clé publique étendue pour une facture. Saisissez une autre adresse.',
  destinations_error_changed:
    'Le portefeuille de réception de cette cryptomonnaie a changé depuis l’ouverture de cette page : le nouveau n’a donc pas été enregistré. Vérifiez le portefeuille actuel, puis recommencez si vous souhaitez le changer.',
  destinations_error_skip: 'Saisissez un nombre entier compris dans l’intervalle indiqué sous le champ.',

  email_destination_changed_subject: 'Votre portefeuille de réception a été modifié',
  email_destination_changed_text:
    'Les paiements en {coin} de votre compte {email} arrivent désormais sur un autre portefeuille. Sa première adresse est :\n\n{address}\n\nComparez-la avec votre portefeuille. Si vous n’êtes pas à l’origine de ce changement, réinitialisez immédiatement votre mot de passe, puis définissez de nouveau le portefeuille de réception :\n\n{url}',
}
