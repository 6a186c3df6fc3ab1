import { pt as audit } from '../../audit/messages/pt.ts'
import { pt as deliveries } from '../../deliveries/messages/pt.ts'
import { pt as destinations } from '../../destinations/messages/pt.ts'
import { pt as exceptions } from '../../exceptions/messages/pt.ts'
import { pt as invoices } from '../../invoices/messages/pt.ts'
import { pt as operator } from '../../operator/messages/pt.ts'
import { pt as overview } from '../../overview/messages/pt.ts'
import { pt as people } from '../../people/messages/pt.ts'
import { pt as preferences } from '../../preferences/messages/pt.ts'
import { pt as security } from '../../security/messages/pt.ts'
import { pt as till } from '../../till/messages/pt.ts'
import { pt as tokens } from '../../tokens/messages/pt.ts'
import { pt as webhooks } from '../../webhooks/messages/pt.ts'
import type { DashboardMessages } from './en.ts'

export const pt: DashboardMessages = {
  ...audit,
  ...deliveries,
  ...destinations,
  ...exceptions,
  ...invoices,
  ...operator,
  ...overview,
  ...people,
  ...preferences,
  ...security,
  ...till,
  ...tokens,
  ...webhooks,

  languages: 'Idioma',
  skip: 'Pular para o conteúdo',
  sign_in: 'Entrar',
  sign_out: 'Sair',
  register: 'Criar conta',
  dashboard: 'Painel',
  navigation: 'Navegação principal',
  overview: 'Visão geral',
  invoices: 'Faturas',
  till: 'Caixa',
  deliveries: 'Entregas',
  people: 'Pessoas',
  operator: 'Operação',
  destinations: 'Carteiras de recebimento',
  tokens: 'Tokens de acesso',
  webhooks: 'Webhooks',
  preferences: 'Preferências',
  audit: 'Log de auditoria',
  read_only: 'Somente leitura: {name}',
  read_only_label: 'Conta de outra pessoa',
  read_only_leave: 'Voltar à sua conta',
  pagination: 'Paginação',
  first_page: 'Primeira página',
  next_page: 'Próxima página',
  security: 'Segurança',
  sessions: 'Sessões',
  settings: 'Configurações',
  email: 'E-mail',
  password: 'Senha',
  new_password: 'Nova senha',
  password_hint: '8 a 128 caracteres. Cole uma de um gerenciador de senhas ou use algumas palavras.',
  password_again: 'Confirme sua senha, para que ninguém altere isso se você se afastar do computador.',

  home_title: 'Faturas na sua moeda, pagas em cripto',
  home_text:
    'O Quittance cria faturas em dólares, euros ou ienes, e seus clientes pagam em BTC, BCH, BSV, DASH, LTC ou DOGE. Os pagamentos vão direto para a sua própria carteira. Este servidor não guarda chaves e não cobra taxas.',
  home_sandbox: 'Este servidor é um sandbox. Ele usa moedas de teste, sem valor.',
  login_title: 'Entrar',
  forgot_link: 'Esqueceu sua senha?',
  no_account: 'Ainda não tem conta?',
  have_account: 'Já tem uma conta?',
  code_title: 'Digite seu código',
  code_text: 'Digite o código de seis dígitos do seu app autenticador ou um dos seus códigos de recuperação.',
  code: 'Código',
  continue: 'Continuar',
  start_over: 'Recomeçar',
  register_title: 'Criar conta',
  register_invited: 'Você recebeu um convite como {email}.',
  register_first: 'Esta é a primeira conta, portanto será a do operador deste servidor.',
  register_closed:
    'Você precisa de um convite para criar uma conta. Peça um link ao operador deste servidor.',
  mail_title: 'Confira seu e-mail',
  mail_text:
    'Se este endereço puder ser cadastrado, enviamos um link para ele. O link pode ser usado uma vez e expira em 24 horas.',
  choose_title: 'Criar uma conta para {email}?',
  choose_text:
    'Alguém se cadastrou com este endereço, talvez você em outro navegador. Para criar a conta, escolha uma senha aqui. A senha digitada no outro navegador não vai funcionar. Se você não quer uma conta, feche esta página.',
  forgot_title: 'Redefinição de senha',
  forgot_text: 'Enviaremos por e-mail um link para você escolher uma nova senha.',
  forgot_send: 'Enviar link',
  forgot_operator:
    'Este servidor não envia e-mails. Peça ao operador um link para escolher uma nova senha: {command} gera um.',
  reset_title: 'Escolha uma nova senha',
  reset_text: 'Suas outras sessões serão encerradas.',
  reset_save: 'Salvar senha',
  link_expired_title: 'Este link expirou',
  link_expired_text: 'Ele já foi usado ou é antigo demais. Solicite um novo.',

  welcome: 'Olá, {name}',
  landing_text: 'Você entrou como {email}.',
  operator_note: 'Você é o operador deste servidor.',

  change_password: 'Alterar senha',
  change_password_text: 'Esta sessão continua ativa, e todas as outras serão encerradas.',
  old_password: 'Senha atual',
  done_password:
    'Sua senha foi alterada, e suas outras sessões foram encerradas. Se outra pessoa teve acesso à sua conta, confira também {passkeys}, {people}, {webhooks}, {preferences} e {tokens}. Uma nova senha não muda isso.',
  codes: 'Autenticação de dois fatores',
  codes_off_text:
    'Com a autenticação de dois fatores, entrar exige também um código de seis dígitos de um app no seu celular.',
  codes_on_text: 'Entrar exige um código do seu app autenticador.',
  codes_set_up: 'Configurar autenticação de dois fatores',
  codes_turn_off: 'Desativar autenticação de dois fatores',
  done_codes_on: 'A autenticação de dois fatores está ativada. Suas outras sessões foram encerradas.',
  done_codes_off: 'A autenticação de dois fatores está desativada. Para entrar, basta sua senha.',
  set_up_title: 'Autenticação de dois fatores',
  set_up_scan: 'Escaneie este código com seu app autenticador',
  set_up_qr: 'QR code da chave do autenticador',
  set_up_key: 'Ou digite esta chave',
  set_up_recovery: 'Salve seus códigos de recuperação',
  set_up_recovery_text:
    'Cada código permite entrar uma vez se você perder seu celular. Eles são exibidos só uma vez: imprima-os ou salve-os no seu gerenciador de senhas.',
  set_up_confirm: 'Digite um código do app',
  set_up_on: 'Ativar autenticação de dois fatores',

  sessions_intro: 'Encerre as sessões que você não reconhece e depois altere sua senha.',
  this_session: 'Este navegador',
  unknown_device: 'Navegador desconhecido',
  session_since: 'Iniciada em {time}',
  session_seen: 'Última atividade em {time}',
  session_from: 'De {address}',
  end_session: 'Encerrar sessão',
  done_session: 'Sessão encerrada.',

  error_account_invalid: 'Digite um e-mail, por exemplo shop@example.com.',
  error_password_invalid: 'Escolha outra senha: de 8 a 128 caracteres e que não seja comum.',
  error_sign_in_wrong: 'E-mail ou senha incorretos. Tente novamente.',
  error_password_wrong: 'Senha incorreta. Nada foi alterado. Tente novamente.',
  error_code_wrong: 'O código está incorreto ou já foi usado. Digite outro.',
  error_too_many: 'Muitas tentativas. Tente novamente em {minutes}.',
  error_registration_refused:
    'Não foi possível criar uma conta com este endereço. Se ele é seu, entre ou redefina sua senha.',
  error_cross_site:
    'Este formulário não foi enviado de uma página deste site. Abra {address} e envie-o de lá.',
  error_view_only: 'Esta conta não é sua, e seu acesso não permite esta alteração.',
  error_missing: 'Não há nada neste endereço. Confira o link.',
  error_missing_title: 'Página não encontrada',
  error_back: 'Voltar à página inicial',
  error_unavailable: 'O servidor está ocupado. Tente novamente em instantes.',
  error_other: 'Algo deu errado. Volte e tente novamente.',
  error_title: 'Algo deu errado',

  email_reset_subject: 'Redefina sua senha do Quittance',
  email_reset_text:
    'Alguém solicitou a redefinição da senha da sua conta. Se foi você, escolha uma nova senha em até uma hora:\n\n{url}\n\nSe não foi você, ignore este e-mail. Sua senha continua a mesma.',
  email_registration_subject: 'Sua conta do Quittance',
  email_registration_text:
    'Alguém se cadastrou com {email}. Se foi você, abra este link em até um dia para criar sua conta e entrar:\n\n{url}\n\nSe não foi você, ignore este e-mail. Nenhuma conta será criada.',
  email_already_registered_subject: 'Sua conta do Quittance',
  email_already_registered_text:
    'Alguém tentou se cadastrar com {email}, que já tem uma conta. Se foi você, entre aqui:\n\n{url}\n\nSe não foi você, ignore este e-mail.',
  email_password_changed_subject: 'Sua senha foi alterada',
  email_password_changed_text:
    'A senha da sua conta {email} foi alterada, e todos os outros navegadores foram desconectados.\n\nSe não foi você, redefina sua senha agora:\n\n{url}',
  email_two_factor_enabled_subject: 'A autenticação de dois fatores foi ativada',
  email_two_factor_enabled_text:
    'Agora é preciso um código para entrar na sua conta {email}.\n\nSe não foi você, redefina sua senha agora e avise o operador do servidor:\n\n{url}',
  email_two_factor_disabled_subject: 'A autenticação de dois fatores foi desativada',
  email_two_factor_disabled_text:
    'Não é mais preciso um código para entrar na sua conta {email}.\n\nSe não foi você, redefina sua senha agora:\n\n{url}',
  email_link_granted_subject: 'Agora você pode ver outra conta',
  email_named: 'Conta {number} (“{name}”)',
  email_nameless: 'Conta {number}',
  email_link_granted_text:
    '{account} deu a você acesso às faturas, aos pagamentos e às estatísticas dela. Você não pode alterar nada. Abra aqui, com o login {email}:\n\n{url}\n\nSe você não sabe quem é, recuse o acesso:\n\n{people}',
  email_origin: 'Data e hora: {time}\nDe: {from}',
  email_from_command_line: 'linha de comando do servidor',
  email_pause:
    'Houve várias alterações como esta. Por isso, durante até uma hora não enviaremos outro e-mail sobre esse tipo de alteração. As próximas aparecem no registro de auditoria:\n\n{log}',
}
