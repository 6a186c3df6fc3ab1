import type { WebhooksMessages } from './en.ts'

export const pt: WebhooksMessages = {
  webhooks_intro:
    'Avisamos seu servidor quando algo acontece: cada webhook recebe uma requisição POST assinada para cada evento selecionado.',
  webhooks_add: 'Adicionar webhook',
  webhooks_none: 'Nenhum webhook ainda',
  webhooks_none_text:
    'Adicione a URL do seu servidor, por exemplo https://shop.example.com/hooks, para receber todos os eventos. Uma fatura também pode ter sua própria webhook_url, avisada quando ela é paga.',
  webhooks_caption: 'Webhooks',
  webhooks_webhook: 'Webhook',
  webhooks_state: 'Status',
  webhooks_last_delivery: 'Última entrega',
  webhooks_every_event: 'Todos os eventos',
  webhooks_no_deliveries: 'Nenhuma ainda',
  webhooks_enabled: 'Ativado',
  webhooks_failing: 'Com falhas',
  webhooks_failing_since: 'Nenhuma entrega bem-sucedida desde {time}. Ele é desativado após cinco dias.',
  webhooks_disabled: 'Desativado',
  webhooks_disabled_failing: 'As entregas falharam por cinco dias.',
  webhooks_disabled_gone: 'Seu servidor respondeu 410 Gone.',
  webhooks_disabled_by_hand: 'Você o desativou.',
  webhooks_disabled_at: 'Desde {time}.',

  webhooks_url: 'URL',
  webhooks_url_hint:
    'Uma URL https:// ou http://, na porta 443 ou 80. Outras portas e endereços privados exigem WEBHOOK_ALLOW_PRIVATE=true, o padrão no sandbox.',
  webhooks_description: 'Descrição',
  webhooks_description_hint: 'Opcional, para seu controle. Até 255 caracteres.',
  webhooks_events: 'Eventos',
  webhooks_events_hint: 'Selecione os eventos a enviar. Se não selecionar nenhum, todos serão enviados.',
  webhooks_kind_invoice: 'Faturas',
  webhooks_kind_payment: 'Pagamentos',
  webhooks_kind_account: 'Conta',
  webhooks_kind_webhook: 'Webhooks',
  webhooks_kind_all: 'Todos',
  webhooks_save: 'Salvar alterações',
  webhooks_created: 'Criado em',
  webhooks_details: 'Detalhes',
  webhooks_settings: 'Configurações',
  webhooks_enable: 'Ativar webhook',
  webhooks_disable: 'Desativar webhook',
  webhooks_test: 'Enviar evento de teste',
  webhooks_test_text:
    'Um evento de teste é um evento webhook.test assinado. Ele é enviado uma vez, sem novas tentativas.',
  webhooks_recent_deliveries: 'Entregas recentes',
  webhooks_all_deliveries: 'Todas as entregas deste webhook',
  webhooks_delete: 'Excluir webhook',
  webhooks_delete_title: 'Excluir este webhook',
  webhooks_delete_text:
    'Ele não recebe mais eventos, as entregas pendentes são canceladas e o segredo é excluído. Para pausá-lo, desative-o.',

  webhooks_secret: 'Segredo de assinatura',
  webhooks_secret_text: 'Assina somente as requisições a este webhook.',
  webhooks_secret_account: 'Segredo de assinatura das faturas',
  webhooks_secret_account_text: 'Assina as requisições à webhook_url de uma fatura.',
  webhooks_secret_show: 'Mostrar segredo',
  webhooks_secret_rotate: 'Renovar segredo',
  webhooks_secret_rotate_text: 'O novo segredo vale imediatamente. Os dois segredos assinam por 24 horas.',
  webhooks_secret_password_hint:
    'Confirme sua senha, para que ninguém veja o segredo se você se afastar do computador.',
  webhooks_secret_copy: 'Copie agora. Ele será ocultado de novo quando você sair desta página.',
  webhooks_secret_previous: 'Segredo anterior, que também assina por 24 horas após a troca',
  webhooks_secret_already_shown: 'O segredo já foi exibido. Digite sua senha para vê-lo de novo.',

  webhooks_verify: 'Verificação da assinatura',
  webhooks_verify_text:
    'Cada requisição é assinada conforme {standard}, nos cabeçalhos webhook-id, webhook-timestamp e webhook-signature. Há bibliotecas para a maioria das linguagens:',
  webhooks_verify_response:
    'Responda com 2xx em até 15 segundos. Caso contrário, tentamos de novo: dez tentativas no total, ao longo de três dias. O webhook-id é o mesmo em todas as tentativas: use-o para ignorar duplicatas.',

  webhooks_done_created:
    'Webhook adicionado. Envie um evento de teste para verificar se seu servidor responde.',
  webhooks_done_changed: 'Alterações salvas.',
  webhooks_done_enabled: 'Webhook ativado.',
  webhooks_done_disabled: 'Webhook desativado. As entregas pendentes foram canceladas.',
  webhooks_done_deleted: 'Webhook excluído.',
  webhooks_done_rotated: 'Segredo renovado. Os dois segredos assinam por 24 horas.',

  webhooks_error_url:
    'Não é possível chamar esta URL. Digite uma URL https:// ou http:// completa, sem nome de usuário nem senha. Endereços privados e portas diferentes de 443 e 80 exigem WEBHOOK_ALLOW_PRIVATE=true.',
  webhooks_error_description:
    'A descrição é longa demais ou contém caracteres não permitidos. Use até 255 caracteres.',
  webhooks_error_types: 'Tipo de evento desconhecido. Recarregue a página e selecione os eventos de novo.',
  webhooks_error_too_many: 'Você atingiu o número máximo de webhooks. Exclua um deles primeiro.',
  webhooks_error_host_too_many:
    'Você atingiu o número máximo de webhooks neste host. Exclua um deles primeiro.',

  email_webhook_added_subject: 'Um webhook foi adicionado',
  email_webhook_added_text:
    'Um webhook foi adicionado à sua conta {email}. Ele envia eventos para {host}.\n\nSe não foi você, redefina sua senha agora:\n\n{url}\n\nDepois, exclua o webhook e revogue os tokens de acesso que você não reconhece:\n\n{undo}',
  email_webhook_url_changed_subject: 'A URL de um webhook foi alterada',
  email_webhook_url_changed_text:
    'A URL de um webhook da sua conta {email} foi alterada. Agora ele envia eventos para {host}. O host anterior era {before}.\n\nSe não foi você, redefina sua senha agora:\n\n{url}\n\nDepois, restaure a URL e revogue os tokens de acesso que você não reconhece:\n\n{undo}',
  email_webhook_secret_replaced_subject: 'O segredo de um webhook foi renovado',
  email_webhook_secret_replaced_text:
    'O segredo de um webhook da sua conta {email} foi renovado. Os dois segredos assinam por 24 horas.\n\nSe não foi você, redefina sua senha agora:\n\n{url}\n\nDepois, renove o segredo de novo e revogue os tokens de acesso que você não reconhece:\n\n{undo}',
}
