import type { SecurityMessages } from './en.ts'

export const pt: SecurityMessages = {
  passkeys: 'Chaves de acesso',
  passkeys_text:
    'Com uma chave de acesso, você entra com impressão digital, rosto ou PIN do dispositivo, sem senha nem código.',
  passkeys_add: 'Adicionar chave de acesso',
  passkeys_name_hint: 'Onde ela fica, por exemplo “Celular”, para você reconhecê-la.',
  passkeys_unsupported:
    'Para adicionar uma chave de acesso, ative o JavaScript e use um navegador compatível com chaves de acesso.',
  passkeys_full: 'Sua conta não pode ter mais chaves de acesso. Remova uma para adicionar outra.',
  passkeys_rename: 'Renomear chave de acesso',
  passkeys_remove: 'Remover chave de acesso',
  passkeys_remove_text:
    'Ela não serve mais para entrar. Exclua-a também no seu dispositivo ou gerenciador de senhas. Os navegadores conectados continuam conectados: confira suas {sessions}.',
  passkeys_use: 'Usar chave de acesso',
  passkeys_not_added: 'Nenhuma chave de acesso foi adicionada. Tente novamente.',
  passkeys_not_used: 'Nenhuma chave de acesso foi usada. Tente novamente ou entre de outra forma.',
  passkeys_already: 'Este dispositivo ou gerenciador de senhas já tem uma chave de acesso para sua conta.',
  passkeys_error_wrong: 'A chave de acesso não foi aceita. Tente novamente.',
  done_passkey_added: 'Chave de acesso adicionada. Agora você pode entrar com ela.',
  done_passkey_renamed: 'Chave de acesso renomeada.',
  done_passkey_removed: 'Chave de acesso removida.',
  email_passkey_added_subject: 'Uma chave de acesso foi adicionada',
  email_passkey_added_text:
    'Uma chave de acesso foi adicionada à sua conta {email}. Ela permite entrar sem senha nem código.\n\nSe não foi você, redefina sua senha agora:\n\n{url}\n\nDepois, remova as chaves de acesso que você não reconhece:\n\n{undo}',
  email_passkey_removed_subject: 'Uma chave de acesso foi removida',
  email_passkey_removed_text:
    'Uma chave de acesso foi removida da sua conta {email}.\n\nSe não foi você, redefina sua senha agora:\n\n{url}\n\nDepois, remova as chaves de acesso que você não reconhece:\n\n{undo}',
}
