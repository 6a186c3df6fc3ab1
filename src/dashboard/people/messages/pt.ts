import type { PeopleMessages } from './en.ts'

export const pt: PeopleMessages = {
  people_intro: 'Dê ao seu contador ou a um colega acesso somente leitura à sua conta.',
  people_grant_title: 'Convidar leitor',
  people_email_hint: 'O e-mail que a pessoa usa para entrar aqui.',
  people_grant: 'Conceder acesso',
  people_viewers: 'Leitores',
  people_viewers_none: 'Só você',
  people_viewers_none_text:
    'Leitores veem suas faturas, seus pagamentos e suas estatísticas no próprio painel, em “Compartilhado com você”. Não veem tokens, carteiras de recebimento nem configurações. Você pode removê-los a qualquer momento.',
  people_viewer:
    '{email} pode ver suas faturas, seus pagamentos e suas estatísticas, mas não pode alterar nada.',
  people_since: 'Desde {time}',
  people_remove: 'Remover acesso',
  people_shared: 'Compartilhado com você',
  people_shared_none: 'Nenhuma conta compartilhada ainda',
  people_shared_none_text:
    'Quando outro lojista conceder acesso a {email}, a conta dele aparecerá aqui. Você pode abri-la ou recusá-la.',
  people_shared_account:
    'Você pode ver as faturas, os pagamentos e as estatísticas de {name}, mas não pode alterar nada.',
  people_account: 'Conta {number}',
  people_open: 'Abrir conta',
  people_reject: 'Recusar acesso',
  people_done_granted: 'Acesso concedido.',
  people_done_ended: 'Acesso removido.',
  people_error_unknown:
    'Nenhuma conta aqui usa este e-mail. Peça à pessoa que crie uma em {address} e conceda o acesso novamente.',
  people_error_self: 'Este é o seu próprio e-mail. Digite o de outra pessoa.',
  people_error_too_many: 'Você digitou e-mails demais sem conta aqui. Tente novamente em {minutes}.',

  email_access_granted_subject: 'Alguém agora pode ver sua conta',
  email_access_granted_text:
    '{guest} agora pode ver as faturas, os pagamentos e as estatísticas da sua conta {email}, mas não pode alterar nada.\n\nSe não foi você, redefina sua senha agora:\n\n{url}\n\nDepois, remova o acesso e revogue os tokens de acesso que você não reconhece:\n\n{undo}',
}
