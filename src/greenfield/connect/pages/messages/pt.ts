import type { ConnectMessages } from './en.ts'

export const pt: ConnectMessages = {
  title: 'Conectar uma loja',
  plug_in: 'Um plugin de loja',
  intro: '{application} pede acesso à sua conta. Continue apenas se você acabou de iniciar isso na sua loja.',
  application: 'Plugin',
  host: 'Loja',
  host_text: '{host}. É para lá que enviamos a chave.',
  no_host: 'Mostramos a chave, e você a copia para o plugin.',
  account: 'Conta',
  account_text: '{email}, Store {store}',
  permissions: 'Permissões',
  unsupported: 'Este serviço não oferece os itens a seguir, e a chave não os incluirá:',
  repeated:
    'Esta loja já tem uma chave, criada em {time}: {link}. “Autorizar” cria outra. A anterior funciona até você revogá-la.',
  allow_frame: 'Permitir que {origin} incorpore o checkout',
  authorize: 'Autorizar',
  cancel: 'Cancelar',
  done: 'Chave criada',
  done_send: 'Seu navegador envia a chave para {host}.',
  done_repeated: 'Esta é uma nova chave. A anterior funciona até você revogá-la: {link}.',
  continue: 'Ir para {host}',
  done_show:
    'Copie a chave agora para as configurações do plugin: ela não será exibida novamente. Se você a perder, revogue-a e conecte a loja de novo.',
  done_store: 'Store ID',
  problem_parameters:
    'A solicitação do plugin é inválida: um valor é longo demais ou está no formato errado. Recomece na sua loja.',
  problem_redirect:
    'A solicitação do plugin tem uma URL de redirecionamento inválida. Ela precisa ser uma URL https:// completa da sua loja; http:// só é permitido para localhost.',
  problem_permissions:
    'A solicitação do plugin não contém nenhuma permissão que este serviço ofereça. Verifique se o plugin é compatível com o Quittance.',
  'btcpay.store.canviewinvoices': 'Ver faturas e seus pagamentos',
  'btcpay.store.canviewstoresettings': 'Ver o nome, a moeda e as criptomoedas aceitas da conta',
  'btcpay.store.cancreateinvoice': 'Criar faturas',
  'btcpay.store.canmodifyinvoices': 'Alterar e cancelar faturas',
  'btcpay.store.canmodifystoresettings':
    'Alterar as configurações da loja (exigido pelo plugin; na prática, a chave não pode alterar nenhuma)',
  'btcpay.store.webhooks.canmodifywebhooks': 'Adicionar webhooks e gerenciar os que adicionou',
}
