import type { ExceptionMessages } from './en.ts'

export const pt: ExceptionMessages = {
  exceptions_attention: 'Requer atenção',
  exceptions_attention_text:
    'Você recebeu valores que não pagaram nenhuma fatura ou pagaram só parte de uma. Decida o que fazer com eles.',
  exceptions_more: 'Estas são as mais recentes. Outras aparecem aqui quando você resolver algumas.',
  exceptions_title: 'Divergência de pagamento',
  exceptions_open: 'Resolver',
  exceptions_what: 'O que aconteceu',
  exceptions_kind_partial: 'Só uma parte do valor chegou antes do encerramento da fatura.',
  exceptions_kind_late: 'Este pagamento chegou depois do encerramento da fatura.',
  exceptions_kind_surplus: 'Este pagamento chegou quando a fatura já estava paga.',
  exceptions_kind_excess: 'O pagamento foi maior que o valor devido. Esta é a diferença.',
  exceptions_amount: 'Valor',
  exceptions_invoice: 'Fatura',
  exceptions_transaction: 'Transação',
  exceptions_time: 'Recebido em',
  exceptions_state: 'Status',
  exceptions_state_open: 'Em aberto',
  exceptions_state_accepted: 'Aceito',
  exceptions_state_refunded: 'Reembolsado',
  exceptions_state_kept: 'Mantido',
  exceptions_state_void: 'Substituído por outra transação',
  exceptions_accept: 'Aceitar como pagamento',
  exceptions_accept_partial:
    'A fatura passa a constar como paga com o valor recebido e mostra quanto faltou. Todos os pagamentos parciais da fatura são aceitos de uma vez.',
  exceptions_accept_late:
    'A fatura passa a constar como paga com atraso. Se o valor recebido for menor que o devido, ela mostra quanto faltou.',
  exceptions_accept_button: 'Aceitar pagamento',
  exceptions_refund: 'Registrar reembolso',
  exceptions_refund_text:
    'Primeiro, devolva o dinheiro pela sua própria carteira: nada é enviado daqui. Depois, digite o ID da transação. Verificamos se ela devolve este valor, descontada a taxa de rede.',
  exceptions_refund_txid: 'ID da transação do reembolso',
  exceptions_refund_button: 'Registrar reembolso',
  exceptions_keep: 'Manter o valor',
  exceptions_keep_text: 'A fatura não muda. Sua observação registra o motivo.',
  exceptions_keep_note: 'Observação',
  exceptions_keep_hint: '1 a 500 caracteres',
  exceptions_keep_button: 'Manter o valor',
  exceptions_done: 'Divergência de pagamento resolvida.',
  exceptions_error_resolved: 'Esta divergência de pagamento já foi resolvida.',
  exceptions_error_not_acceptable:
    'Este pagamento não pode mais ser aceito: a fatura já está paga, ou o pagamento foi substituído ou sofreu gasto duplo.',
  exceptions_error_txid: 'Digite um ID de transação: 64 dígitos e letras de a até f.',
  exceptions_error_note: 'Digite uma observação de 1 a 500 caracteres.',
  exceptions_refund_error_payment:
    'Esta transação é, ela mesma, o pagamento de uma fatura. Digite o ID do seu reembolso.',
  exceptions_refund_error_unknown:
    'Nosso nó não conhece esta transação. Confira o ID e se sua carteira já a enviou.',
  exceptions_refund_error_too_old: 'Esta transação é anterior ao pagamento. Digite o ID do seu reembolso.',
  exceptions_refund_error_unreadable: 'Não foi possível ler esta transação. Confira o ID.',
  exceptions_refund_error_amount:
    'Esta transação devolve menos do que o valor a reembolsar, ou só para os seus próprios endereços. Confira o ID.',
  exceptions_refund_error_used:
    'Outra divergência de pagamento já foi resolvida com esta transação. Digite o ID de outra transação.',
  email_exceptions_subject: 'Pagamentos exigem sua atenção',
  email_exceptions_text:
    'Estes pagamentos à sua conta {email} chegaram atrasados ou não correspondem ao valor devido:',
  email_exceptions_more: 'Há mais pagamentos à espera.',
  email_exceptions_decide: 'Decida o que fazer com eles:',
  email_exceptions_frequency:
    'Você recebe no máximo um destes e-mails por hora. Para desativá-los, abra suas preferências:',
}
