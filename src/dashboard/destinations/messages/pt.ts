import type { DestinationsMessages } from './en.ts'

export const pt: DestinationsMessages = {
  destinations_intro:
    'Os clientes pagam direto na sua própria carteira. Este servidor não guarda chaves. Suas faturas não oferecem criptomoedas sem carteira de recebimento.',
  destinations_is_set: 'Configurada',
  destinations_not_set: 'Não configurada',
  destinations_none: 'Seus clientes ainda não podem pagar em {coin}.',
  destinations_set_up: 'Adicionar carteira',
  destinations_change: 'Trocar carteira',
  destinations_kind: 'Tipo',
  destinations_kind_xpub: 'Chave pública estendida: um novo endereço para cada fatura',
  destinations_kind_address: 'Endereço fixo: o mesmo para todas as faturas',
  destinations_address: 'Endereço',
  destinations_key_id: 'ID da chave',
  destinations_next: 'Próximo índice',
  destinations_first: 'Primeiros endereços',
  destinations_now: 'Carteira de recebimento atual',
  destinations_set_title: 'Carteira de recebimento',
  destinations_change_title: 'Nova carteira de recebimento',
  destinations_how:
    'Recomendamos a chave pública estendida (xpub) da sua carteira, para que cada fatura tenha um novo endereço. Ela mostra seus pagamentos e seu saldo, mas não pode gastar nada. Em seguida, você compara os endereços com sua carteira. Nada muda até você confirmar.',
  destinations_field: 'Chave pública estendida ou endereço',
  destinations_field_hint:
    'Aqui, as chaves começam com {names}. Nunca informe uma chave privada ou frase de recuperação a ninguém, nem nesta página.',
  destinations_show: 'Mostrar endereços',
  destinations_test_title: 'Ainda não tem uma carteira?',
  destinations_test_text:
    'As moedas de teste deste sandbox não têm valor. Uma chave de teste não pertence a nenhuma carteira, então não há nada para comparar. As criptomoedas já configuradas não mudam.',
  destinations_test_button: 'Usar chaves de teste em todas',
  destinations_skip_title: 'Pular endereços',
  destinations_skip_text:
    'Use se sua carteira já usou os próximos endereços em outro lugar. A maioria das carteiras verifica só vinte endereços não usados em sequência, então pule o mínimo possível.',
  destinations_skip_by: 'Quantidade de endereços',
  destinations_skip_hint: '1 a {max}',
  destinations_skip: 'Pular endereços',
  destinations_compare_title: 'Compare com sua carteira',
  destinations_compare_xpub:
    'Abra a lista de endereços de recebimento na sua carteira. Os três primeiros precisam ser iguais a estes, caractere por caractere:',
  destinations_compare_address:
    'Este precisa ser um endereço de recebimento da sua carteira, caractere por caractere:',
  destinations_about_xpub:
    'Se forem diferentes, trata-se de outra conta ou outro tipo de endereço. Não confirme.',
  destinations_about_address:
    'Todas as faturas usam este único endereço, então qualquer pessoa pode ver que elas estão relacionadas. Para identificar os pagamentos, cada fatura em aberto pede um valor ligeiramente diferente.',
  destinations_confirm_title: 'Confirmação',
  destinations_confirm_text:
    'Nada mudou ainda. As faturas que já têm um endereço o mantêm. Todas as outras usarão esta carteira a partir de agora.',
  destinations_same_text: 'Esta já é sua carteira de recebimento. Nada muda.',
  destinations_email_text: 'Avisaremos você por e-mail sobre a alteração.',
  destinations_confirm: 'Os endereços são iguais',
  destinations_mismatch: 'Não são iguais: usar outra carteira',
  destinations_done_set: 'Carteira de recebimento de {coin} salva.',
  destinations_done_test: 'Chaves de teste adicionadas para todas as criptomoedas.',
  destinations_done_skipped: 'Endereços de {coin} pulados.',
  destinations_error_key:
    'Esta chave pública estendida é inválida: falta um caractere ou há um errado. Copie-a novamente da sua carteira.',
  destinations_error_private_key:
    'Esta é uma chave privada. Quem a tiver pode gastar seu dinheiro. Não a armazenamos. Digite a chave pública estendida correspondente e não informe a chave privada em nenhum outro lugar.',
  destinations_error_other_key:
    'Esta chave é de outra criptomoeda ou rede. Digite uma que comece como indicado abaixo do campo.',
  destinations_error_address:
    'Isto não é um endereço nem uma chave pública estendida desta criptomoeda nesta rede. Copie novamente da sua carteira.',
  destinations_error_derived:
    'Este endereço foi derivado de uma chave pública estendida para uma fatura. Digite outro endereço.',
  destinations_error_changed:
    'A carteira de recebimento desta criptomoeda mudou desde que você abriu esta página, por isso a nova não foi salva. Confira a carteira atual e recomece se quiser alterá-la.',
  destinations_error_skip: 'Digite um número inteiro no intervalo indicado abaixo do campo.',

  email_destination_changed_subject: 'Sua carteira de recebimento foi alterada',
  email_destination_changed_text:
    'A partir de agora, os pagamentos em {coin} à sua conta {email} vão para outra carteira. O primeiro endereço dela é:\n\n{address}\n\nCompare com sua carteira. Se não foi você, redefina sua senha agora e depois configure a carteira de recebimento de novo:\n\n{url}',
}
