import type { TillMessages } from './en.ts'

export const pt: TillMessages = {
  till_amount: 'Valor',
  till_create: 'Criar fatura',
  till_keys: 'Teclado numérico',
  till_key_separator: 'Vírgula',
  till_key_back: 'Apagar último dígito',
  till_key_clear: 'Limpar',
  till_settings: 'Configurações do caixa',
  till_settings_text:
    'Incluídas em toda fatura criada aqui. Para mantê-las, salve esta página nos favoritos: a URL as contém.',
  till_business_id: 'ID da empresa',
  till_location_id: 'ID do local',
  till_register_id: 'ID do caixa',
  till_next: 'Iniciar próxima venda',
  till_cancel_next: 'Cancelar e iniciar próxima venda',
  till_open_invoice: 'Abrir fatura',

  till_state_waiting: 'Aguardando pagamento',
  till_state_refused: 'Pagamento não aceito',
  till_state_down: 'Rede indisponível',
  till_state_checking: 'Verificando pagamento',
  till_state_paid: 'Pago',
  till_state_reversed: 'Pagamento revertido',
  till_state_cancelled: 'Fatura cancelada',
  till_state_expired: 'Fatura expirada',
  till_state_amount: '{state}: {amount}',
  till_scan: 'Escaneie com uma carteira',
  till_qr: 'QR code do link de pagamento',
  till_down_text: 'No momento, não é possível pagar. Esta página tenta de novo automaticamente.',
  till_checking_text:
    'Estamos consultando a rede. Isso leva alguns segundos. Não deixe o cliente pagar de novo.',
  till_confirming_text: 'A rede está confirmando o pagamento.',
  till_paid_with: 'Pago com {amount}',
  till_reversed_text:
    'A rede descartou o pagamento porque os fundos foram gastos em outra transação. Abra a fatura para ver os detalhes.',
  till_cancelled_text: 'Esta fatura não pode mais ser paga.',
  till_expired_text: 'A fatura não foi paga a tempo. Crie uma nova.',

  till_new_title: 'Nova fatura',
  till_new_currency: 'Moeda',
  till_new_external_id: 'Pedido ou referência',
  till_new_external_id_hint: 'Salvo como ID externo. Use-o para encontrar a fatura na lista ou pela API.',
  till_new_memo: 'Descrição',
  till_new_memo_hint: 'Seu cliente a vê no checkout.',
  till_new_expiry: 'Expira após',
  till_new_default: '{time} (padrão)',
  till_new_more: 'Mais opções',
  till_new_redirect_url: 'URL de redirecionamento',
  till_new_redirect_url_hint: 'Para onde seu cliente vai depois de pagar. Começa com https://',
  till_new_webhook_url: 'URL do webhook',
  till_new_webhook_url_hint: 'Aqui avisamos seu servidor quando a fatura for paga.',

  till_share_title: 'Fatura de {amount}',
  till_share_done: 'Fatura criada. Envie o link ao seu cliente.',
  till_share_checkout: 'Link do checkout',
  till_share_checkout_hint: 'Uma página com o valor, para carteiras que aceitam links de pagamento.',
  till_share_pay: 'Link de pagamento',
  till_share_pay_hint: 'Para carteiras. O QR code contém este link.',
  till_copy: 'Copiar',
  till_copied: 'Copiado',
  till_share_until: 'Expira em',
  till_coin_reason: '{coin}: {reason}',
  till_share_coins: 'Criptomoedas aceitas',
  till_share_unavailable: 'Indisponível no momento',

  till_no_destination_title: 'Nenhuma carteira de recebimento ainda',
  till_no_destination:
    'Seus clientes ainda não podem pagar. Adicione uma carteira de recebimento para cada criptomoeda que você aceita.',
  till_no_destination_link: 'Adicionar carteira',
  till_no_destination_staff:
    'Esta loja ainda não pode receber. Peça ao titular que adicione uma carteira de recebimento.',
  till_amount_missing: 'Digite um valor.',
  till_amount_unclear:
    'Não foi possível ler o valor. Digite números e no máximo uma vírgula, sem separador de milhar.',
  till_amount_zero: 'O valor precisa ser maior que zero. Digite outro.',
  till_amount_decimals: 'Valores em {currency} têm no máximo {count} casas decimais. Arredonde o valor.',
  till_amount_no_decimals: 'Valores em {currency} não têm casas decimais. Arredonde o valor.',
  till_amount_large: 'O valor é alto demais. Digite no máximo {amount}.',
  till_unusual:
    'Este valor é pelo menos 100 vezes maior que o habitual. Confira e crie a fatura de novo para confirmar.',
  till_error_currency: 'Escolha uma moeda da lista.',
  till_error_body:
    'Um campo é longo demais ou contém um caractere que não pode ser salvo. IDs podem ter até 255 caracteres; a descrição, 1000; URLs, 2048. A validade deve ficar entre 1 minuto e 30 dias.',
  till_error_redirect_url:
    'Esta URL de redirecionamento não pode ser usada. Digite uma URL https:// completa, sem nome de usuário nem senha.',
  till_error_webhook_url:
    'Não é possível chamar esta URL de webhook. Digite uma URL https:// ou http:// completa, sem nome de usuário nem senha. Endereços privados e portas diferentes de 443 e 80 exigem WEBHOOK_ALLOW_PRIVATE=true.',
  till_error_no_option:
    'Nenhuma criptomoeda está disponível para este valor. Tente outro valor ou tente mais tarde.',
  till_error_same_amount: 'Há muitas faturas em aberto com este valor. Tente um valor um pouco diferente.',
  till_error_no_rates: 'Nenhuma cotação ou rede está disponível agora. Tente novamente em 30 segundos.',
  till_error_used: 'Este formulário já criou outra fatura. Envie-o de novo para criar uma segunda.',
  till_error_running: 'Este formulário ainda está sendo processado. Envie-o de novo em instantes.',
}
