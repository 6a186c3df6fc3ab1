import type { PeopleMessages } from './en.ts'

export const pt: PeopleMessages = {
  people_intro: 'Convide sua equipe ou dê ao seu contador ou a um colega acesso somente leitura à sua conta.',
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
  people_error_full:
    'Você ou a outra conta atingiu o número máximo de leitores ou de contas compartilhadas. Remova um acesso primeiro.',
  people_error_too_many:
    'Muitos dos e-mails que você digitou não têm conta aqui. Tente novamente em {minutes}.',

  role_cashier: 'Caixa',
  role_bookkeeper: 'Contabilidade',
  cashier_at: 'Caixa em {name}',
  bookkeeper_at: 'Contabilidade em {name}',
  switch_account: 'Trocar de conta',
  staff: 'Equipe',
  staff_none: 'Nenhum membro ainda',
  staff_none_text:
    'Os membros da equipe trabalham na sua conta com o próprio login. Você pode removê-los a qualquer momento.',
  staff_invite_title: 'Convidar membro',
  staff_email_hint: 'Enviaremos um link por e-mail. Ele pode ser usado uma vez e expira em 7 dias.',
  staff_link_hint: 'Você receberá um link para repassar. Ele pode ser usado uma vez e expira em 7 dias.',
  staff_needs_account:
    'Neste servidor só o operador cria contas, então a pessoa já precisa ter uma com este e-mail.',
  staff_role: 'Função',
  staff_role_hint:
    'O caixa recebe pagamentos e vê as faturas de hoje. A contabilidade vê e exporta todas as faturas e estatísticas, mas não pode alterar nada.',
  staff_invite: 'Enviar convite',
  staff_create_link: 'Criar link',
  staff_member: '{email}: {role}',
  staff_valid_until: 'Convite enviado. O link funciona até {time}.',
  staff_expired: 'Convite enviado. O link expirou em {time}.',
  staff_resend: 'Reenviar',
  staff_revoke: 'Revogar convite',
  staff_make_role: 'Dar função: {role}',
  staff_done_invited: 'Convite enviado.',
  staff_done_revoked: 'Convite revogado.',
  staff_done_role: 'Função alterada.',
  staff_link_title: 'Repasse este link',
  staff_link_text:
    'Entregue este link a {email}. Ele pode ser usado uma vez, expira em 7 dias e não será exibido novamente.',
  staff_error_exists: 'Esta pessoa já trabalha na sua conta. Você pode alterar a função dela abaixo.',
  staff_error_too_many: 'Você atingiu o máximo de membros e convites abertos. Remova alguém primeiro.',
  staff_works_as_cashier: 'Você trabalha no caixa de {name}.',
  staff_works_as_bookkeeper: 'Você faz a contabilidade de {name}.',
  staff_leave: 'Sair da equipe',
  invitation_title: 'Convite',
  invitation_text: '{name} (conta {number}) convida {email} para a equipe. Função: {role}.',
  invitation_cashier: 'Você poderá receber pagamentos no caixa e ver as faturas de hoje.',
  invitation_bookkeeper: 'Você poderá ver e exportar todas as faturas e estatísticas, mas não alterar nada.',
  invitation_accept: 'Aceitar convite',
  invitation_other: 'Você entrou como {email}. Saia e abra este link novamente.',
  invitation_register: 'Criar conta e aceitar',
  invitation_no_account:
    'Entre com este e-mail para aceitar. Se ainda não tem uma conta, peça uma ao operador deste servidor.',
  invitation_error_other: 'Este convite é para outro e-mail. Entre com ele.',
  today_title: 'Faturas de hoje',
  today_none_text: 'As faturas criadas hoje aparecem aqui.',
  email_staff_invitation_subject: 'Convite para a equipe de uma loja',
  email_staff_invitation_text:
    '{account} convida você para a equipe. Função: {role}. Abra este link em até 7 dias. Ele pode ser usado uma vez e só vale para {email}:\n\n{url}\n\nSe você não sabe quem é, ignore este e-mail.',
  email_staff_invited_subject: 'Alguém foi convidado para a sua conta',
  email_staff_invited_text:
    '{guest} foi convidado a trabalhar na sua conta {email}.\n\nSe não foi você, redefina sua senha agora:\n\n{url}\n\nDepois, revogue o convite ou remova a pessoa:\n\n{undo}',

  email_access_granted_subject: 'Alguém agora pode ver sua conta',
  email_access_granted_text:
    '{guest} agora pode ver as faturas, os pagamentos e as estatísticas da sua conta {email}, mas não pode alterar nada.\n\nSe não foi você, redefina sua senha agora:\n\n{url}\n\nDepois, remova o acesso e revogue os tokens de acesso que você não reconhece:\n\n{undo}',
}
