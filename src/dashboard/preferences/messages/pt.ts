import type { PreferencesMessages } from './en.ts'

export const pt: PreferencesMessages = {
  preferences_intro: 'Valem para novas faturas e novas cotações.',
  preferences_done: 'Preferências salvas.',
  preferences_save: 'Salvar preferências',
  preferences_shop: 'Loja',
  preferences_name: 'Nome',
  preferences_name_hint:
    'Os clientes o veem acima do valor. Até {count} caracteres. Deixe em branco para ocultar.',
  preferences_currency: 'Moeda',
  preferences_currency_hint: 'Para faturas sem moeda definida e para suas estatísticas.',
  preferences_zone: 'Fuso horário',
  preferences_zone_hint: 'Para os horários nas suas páginas e os dias nas suas estatísticas.',
  preferences_coins: 'Criptomoedas',
  preferences_coins_text:
    'Os clientes podem pagar com estas criptomoedas, nesta ordem. Para mover uma, escolha outra posição.',
  preferences_coin: 'Cripto',
  preferences_offered: 'Oferecida',
  preferences_position: 'Posição',
  preferences_confirmations: 'Confirmações',
  preferences_offer: 'Oferecer {coin}',
  preferences_position_of: 'Posição de {coin}',
  preferences_confirmations_of: 'Confirmações para {coin}',
  preferences_default: 'Padrão ({count})',
  preferences_immediately: '0 (imediato)',
  preferences_no_destination: 'Sem carteira de recebimento',
  preferences_confirmations_hint:
    'A fatura é considerada paga assim que a rede aceita o pagamento. O pagamento é considerado confirmado após este número de confirmações, {count} no máximo. Com 0, ele é considerado confirmado na hora, e você assume o risco de reversão. Isso não afeta pagamentos já enviados.',
  preferences_any_wallets: 'Pagamentos de qualquer carteira',
  preferences_any_wallet: 'Aceitar pagamentos de qualquer carteira',
  preferences_any_wallet_text:
    'Permita que os clientes também paguem enviando para um endereço, de qualquer carteira ou corretora. Nós encontramos o pagamento na rede. Se vier a mais, a menos ou com atraso, você decide o que fazer.',
  preferences_any_wallet_hint:
    'Criptomoedas: {coins}. A carteira de recebimento precisa ser uma chave pública estendida (xpub).',
  preferences_underpaid: 'Diferença tolerada em %',
  preferences_underpaid_hint:
    'Se faltar no máximo esta parte do valor, a fatura ainda é considerada paga. De 0 a {max}, por exemplo 0,5. Deixe em branco para 0.',
  preferences_prices: 'Cotações',
  preferences_prices_text:
    'Enquanto uma cotação é válida, os clientes pagam o valor exibido, mesmo que o câmbio mude. Quanto maior a validade, maior o seu risco cambial.',
  preferences_hold: 'Validade da cotação em minutos',
  preferences_hold_hint: 'De {min} a {max}. Deixe em branco para usar o padrão, {default}.',
  preferences_frames: 'Checkout incorporado',
  preferences_origins: 'Sites que podem incorporar seu checkout',
  preferences_origins_hint: 'Um por linha, por exemplo {example}. Deixe em branco para nenhum.',
  preferences_emails: 'E-mails',
  preferences_emails_unavailable:
    'Este servidor não pode enviar e-mails: o operador precisa primeiro configurar um servidor de e-mail.',
  preferences_email_exceptions: 'Enviar-me um e-mail quando um pagamento exigir atenção',
  preferences_email_exceptions_hint:
    'Quando um pagamento chega atrasado ou não corresponde ao valor devido. No máximo um e-mail por hora.',
  preferences_email_receipts: 'Enviar recibos por e-mail aos compradores',
  preferences_email_receipts_hint:
    'Para faturas cujos metadados contêm o endereço do comprador como {key}. Os plug-ins de loja o enviam. Deixe desativado se sua loja envia os próprios e-mails.',
  preferences_error_name: 'Digite um nome de até {length} caracteres, sem caracteres de controle.',
  preferences_error_currency: 'Escolha uma moeda da lista.',
  preferences_error_zone: 'Escolha um fuso horário da lista.',
  preferences_error_coins: 'Ofereça pelo menos uma criptomoeda.',
  preferences_error_hold: 'Digite de {min_minutes} a {max_minutes} minutos ou deixe o campo em branco.',
  preferences_error_confirmations: 'Digite um número de confirmações de 0 a {max}.',
  preferences_error_underpaid:
    'Digite uma porcentagem de 0 a {max_percent}, com no máximo {decimals} casas decimais.',
  preferences_error_origins:
    'Digite cada site como {example}, sem caminho, e no máximo 20 sites. http:// só é permitido para localhost.',

  preferences_change: '{setting}: {after} (antes: {before})',
  preferences_change_default: 'padrão',
  preferences_change_none: 'nenhum',
  preferences_change_on: 'ativado',
  preferences_change_off: 'desativado',
  email_preferences_changed_subject: 'As preferências da sua conta foram alteradas',
  email_preferences_changed_text:
    'Preferências da sua conta {email} foram alteradas:\n\n{changes}\n\nSe não foi você, redefina sua senha agora:\n\n{url}\n\nDepois, restaure suas preferências:\n\n{undo}',
}
