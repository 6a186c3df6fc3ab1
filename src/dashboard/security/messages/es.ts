import type { SecurityMessages } from './en.ts'

export const es: SecurityMessages = {
  passkeys: 'Llaves de acceso',
  passkeys_text:
    'Con una llave de acceso inicia sesión con su huella, su rostro o el PIN de su dispositivo, sin contraseña ni código.',
  passkeys_add: 'Agregar llave de acceso',
  passkeys_name_hint: 'Dónde la guarda, por ejemplo “Teléfono”, para que pueda reconocerla.',
  passkeys_unsupported:
    'Para agregar una llave de acceso, active JavaScript y use un navegador compatible con llaves de acceso.',
  passkeys_full: 'Su cuenta no puede tener más llaves de acceso. Elimine una para agregar otra.',
  passkeys_rename: 'Renombrar llave de acceso',
  passkeys_remove: 'Eliminar llave de acceso',
  passkeys_remove_text:
    'Ya no podrá iniciar sesión con ella. Elimínela también en su dispositivo o en su gestor de contraseñas. Los navegadores con la sesión iniciada la conservan: revise sus {sessions}.',
  passkeys_use: 'Usar una llave de acceso',
  passkeys_not_added: 'No se agregó ninguna llave de acceso. Inténtelo de nuevo.',
  passkeys_not_used: 'No se usó ninguna llave de acceso. Inténtelo de nuevo o inicie sesión de otra forma.',
  passkeys_already: 'Este dispositivo o gestor de contraseñas ya tiene una llave de acceso para su cuenta.',
  passkeys_error_wrong: 'La llave de acceso no fue aceptada. Inténtelo de nuevo.',
  done_passkey_added: 'Llave de acceso agregada. Ya puede iniciar sesión con ella.',
  done_passkey_renamed: 'Llave de acceso renombrada.',
  done_passkey_removed: 'Llave de acceso eliminada.',
  email_passkey_added_subject: 'Se agregó una llave de acceso',
  email_passkey_added_text:
    'Se agregó una llave de acceso a su cuenta {email}. Permite iniciar sesión sin contraseña ni código.\n\nSi no fue usted, restablezca su contraseña de inmediato:\n\n{url}\n\nDespués, elimine las llaves de acceso que no reconozca:\n\n{undo}',
  email_passkey_removed_subject: 'Se eliminó una llave de acceso',
  email_passkey_removed_text:
    'Se eliminó una llave de acceso de su cuenta {email}.\n\nSi no fue usted, restablezca su contraseña de inmediato:\n\n{url}\n\nDespués, elimine las llaves de acceso que no reconozca:\n\n{undo}',
}
