import type { OverviewMessages } from './en.ts'

export const pt: OverviewMessages = {
  overview_of: 'Visão geral de {name}',

  overview_steps: 'Primeiros passos',
  overview_steps_done: '{done} de {all} concluídos',
  overview_step_name: 'Dê um nome à sua loja',
  overview_step_name_text: 'Os clientes veem esse nome ao pagar.',
  overview_done: 'Concluído:',
  overview_open: 'A fazer:',
  overview_optional: 'opcional',
  overview_step_destination: 'Adicione uma carteira de recebimento',
  overview_step_destination_text:
    'Para cada criptomoeda que você aceita: a chave pública estendida (xpub) da sua carteira ou um endereço.',
  overview_step_any_wallet: 'Aceite pagamentos de qualquer carteira',
  overview_step_any_wallet_text:
    'Recomendado: poucas carteiras aceitam solicitações de pagamento, mas todas conseguem enviar para um endereço. Nós encontramos esses pagamentos na rede.',
  overview_step_token: 'Crie um token de acesso',
  overview_step_token_text:
    'Seu código o usa para criar faturas. Ele é exibido só uma vez: salve-o como {variable} e execute:',
  overview_step_invoice: 'Crie sua primeira fatura',
  overview_step_invoice_text: 'Preencha um formulário ou digite um valor no caixa.',
  overview_step_payment: 'Receba seu primeiro pagamento',
  overview_step_payment_text: 'Abra a página de checkout de uma fatura e pague com uma carteira.',
  overview_step_payment_sandbox:
    'Abra a página de checkout de uma fatura. Neste sandbox, você pode pagar ali com moedas de teste.',
  overview_step_webhook: 'Receba notificações por webhook',
  overview_step_webhook_text: 'Avisamos seu servidor assim que uma fatura muda.',

  overview_failed: 'Webhooks não entregues: {count}.',
  overview_failed_link: 'Ver entregas',

  overview_figures: 'Faturas pagas',
  overview_today: 'Hoje',
  overview_7d: '7 dias',
  overview_30d: '30 dias',
  overview_invoices: 'Faturas: {count}',
  overview_figures_hint: 'Pela data do pagamento. Dias no fuso {zone}. Sem pagamentos revertidos.',

  overview_trends: 'Tendências',
  overview_period: 'Período',
  overview_per_day: 'Pago por dia',
  overview_per_hour: 'Pago por hora',
  overview_show_table: 'Mostrar tabela',
  overview_day: 'Dia',
  overview_hour: 'Hora',
  overview_sum: 'Total',
  overview_count: 'Qtd.',
  overview_bars_desc: 'Barras de {from} a {to}. O maior valor é {sum}: {period}.',
  overview_shares: 'Distribuição por criptomoeda',
  overview_coin: 'Cripto',
  overview_share: 'Proporção',
  overview_times: 'Tempo até o pagamento',
  overview_times_text: 'Metade das faturas foi paga em até {time}.',
  overview_times_sample: 'Com base nos últimos {count} pagamentos.',
  overview_up_to: 'Até {time}',
  overview_between: 'Mais de {over} até {time}',
  overview_over: 'Mais de {time}',
  overview_time: 'Tempo',
  overview_nothing: 'Nenhum pagamento em {currency} neste período',
  overview_nothing_text: 'Os gráficos aparecem aqui assim que uma fatura for paga.',

  overview_latest: 'Faturas recentes',
  overview_all: 'Todas as faturas',
  overview_none: 'Nenhuma fatura ainda',
  overview_none_text: 'Crie uma no {till}. Você só precisa de um valor.',
  overview_none_viewed: 'Novas faturas aparecem aqui automaticamente.',
}
