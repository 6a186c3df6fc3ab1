import { es as audit } from '../../audit/messages/es.ts'
import { es as deliveries } from '../../deliveries/messages/es.ts'
import { es as destinations } from '../../destinations/messages/es.ts'
import { es as exceptions } from '../../exceptions/messages/es.ts'
import { es as invoices } from '../../invoices/messages/es.ts'
import { es as operator } from '../../operator/messages/es.ts'
import { es as overview } from '../../overview/messages/es.ts'
import { es as people } from '../../people/messages/es.ts'
import { es as preferences } from '../../preferences/messages/es.ts'
import { es as security } from '../../security/messages/es.ts'
import { es as till } from '../../till/messages/es.ts'
import { es as tokens } from '../../tokens/messages/es.ts'
import { es as webhooks } from '../../webhooks/messages/es.ts'
import type { DashboardMessages } from './en.ts'

export const es: DashboardMessages = {
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
  skip: 'Ir al contenido',
  sign_in: 'Iniciar sesión',
  sign_out: 'Cerrar sesión',
  register: 'Crear cuenta',
  dashboard: 'Panel',
  navigation: 'Principal',
  overview: 'Resumen',
  invoices: 'Facturas',
  till: 'Caja',
  deliveries: 'Entregas',
  people: 'Personas',
  operator: 'Servidor',
  destinations: 'Billeteras de cobro',
  tokens: 'Tokens de acceso',
  webhooks: 'Webhooks',
  preferences: 'Preferencias',
  audit: 'Registro de auditoría',
  read_only: 'Solo lectura: {name}',
  read_only_label: 'Cuenta de otra persona',
  read_only_leave: 'Volver a su cuenta',
  pagination: 'Paginación',
  first_page: 'Primera página',
  next_page: 'Página siguiente',
  security: 'Seguridad',
  sessions: 'Sesiones',
  settings: 'Configuración',
  email: 'Correo electrónico',
  password: 'Contraseña',
  new_password: 'Nueva contraseña',
  password_hint: 'De 8 a 128 caracteres. Pegue una desde un gestor de contraseñas o use varias palabras.',
  password_again: 'Confirme su contraseña para que nadie pueda cambiar esto en un equipo desatendido.',

  home_title: 'Facturas en su moneda, pagadas en cripto',
  home_text:
    'Quittance crea facturas en dólares, euros o yenes, y sus clientes las pagan en BTC, BCH, BSV, DASH, LTC o DOGE. Los pagos van directamente a su propia billetera. Este servidor no guarda claves ni cobra comisiones.',
  home_sandbox: 'Este servidor es un sandbox. Usa monedas de prueba, que no tienen valor.',
  login_title: 'Iniciar sesión',
  forgot_link: '¿Olvidó su contraseña?',
  no_account: '¿Aún no tiene cuenta?',
  have_account: '¿Ya tiene una cuenta?',
  code_title: 'Introduzca su código',
  code_text:
    'Introduzca el código de seis dígitos de su app de autenticación o uno de sus códigos de recuperación.',
  code: 'Código',
  continue: 'Continuar',
  start_over: 'Empezar de nuevo',
  register_title: 'Crear cuenta',
  register_invited: 'Recibió una invitación como {email}.',
  register_first: 'Esta es la primera cuenta, por lo que será la del administrador de este servidor.',
  register_closed:
    'Necesita una invitación para crear una cuenta. Pida un enlace al administrador de este servidor.',
  mail_title: 'Revise su correo',
  mail_text:
    'Si la dirección se puede registrar, le enviamos un enlace. Se puede usar una vez y caduca en 24 horas.',
  choose_title: '¿Crear una cuenta para {email}?',
  choose_text:
    'Alguien se registró con esta dirección, quizá usted en otro navegador. Para crear la cuenta, elija aquí una contraseña. La que se introdujo en el otro navegador no funcionará. Si no quiere una cuenta, cierre esta página.',
  forgot_title: 'Restablecer contraseña',
  forgot_text: 'Le enviaremos por correo un enlace para elegir una contraseña nueva.',
  forgot_send: 'Enviar enlace',
  forgot_operator:
    'Este servidor no envía correos. Pida a su administrador un enlace para elegir una contraseña nueva: {command} genera uno.',
  reset_title: 'Elija una contraseña nueva',
  reset_text: 'Se cerrará su sesión en todos los demás dispositivos.',
  reset_save: 'Guardar contraseña',
  link_expired_title: 'Este enlace expiró',
  link_expired_text: 'Ya se usó o es demasiado antiguo. Solicite uno nuevo.',

  welcome: 'Hola, {name}',
  landing_text: 'Inició sesión como {email}.',
  operator_note: 'Usted es el administrador de este servidor.',

  change_password: 'Cambiar contraseña',
  change_password_text: 'Su sesión sigue abierta aquí y se cierra en todos los demás dispositivos.',
  old_password: 'Contraseña actual',
  done_password:
    'Se cambió su contraseña y se cerró su sesión en todos los demás dispositivos. Si otra persona tuvo acceso a su cuenta, revise también {passkeys}, {people}, {webhooks}, {preferences} y {tokens}. La contraseña nueva no los cambia.',
  codes: 'Autenticación de dos factores',
  codes_off_text:
    'Con la autenticación de dos factores, para iniciar sesión también se necesita un código de seis dígitos de una app en su teléfono.',
  codes_on_text: 'Para iniciar sesión se necesita un código de su app de autenticación.',
  codes_set_up: 'Configurar autenticación de dos factores',
  codes_turn_off: 'Desactivar autenticación de dos factores',
  done_codes_on:
    'La autenticación de dos factores está activada. Se cerró su sesión en todos los demás dispositivos.',
  done_codes_off:
    'La autenticación de dos factores está desactivada. Para iniciar sesión basta con su contraseña.',
  set_up_title: 'Autenticación de dos factores',
  set_up_scan: 'Escanee este código con su app de autenticación',
  set_up_qr: 'Código QR de la clave de autenticación',
  set_up_key: 'O introduzca esta clave',
  set_up_recovery: 'Guarde sus códigos de recuperación',
  set_up_recovery_text:
    'Si pierde su teléfono, cada código le permite iniciar sesión una vez. Solo se muestran una vez: imprímalos o guárdelos en su gestor de contraseñas.',
  set_up_confirm: 'Introduzca un código de la app',
  set_up_on: 'Activar autenticación de dos factores',

  sessions_intro: 'Finalice las sesiones que no reconozca y después cambie su contraseña.',
  this_session: 'Este navegador',
  unknown_device: 'Navegador desconocido',
  session_since: 'Inicio de sesión: {time}',
  session_seen: 'Última actividad: {time}',
  session_from: 'Desde {address}',
  end_session: 'Finalizar sesión',
  done_session: 'Sesión finalizada.',

  error_account_invalid: 'Introduzca un correo electrónico, por ejemplo shop@example.com.',
  error_password_invalid: 'Elija otra contraseña: de 8 a 128 caracteres y que no sea una común.',
  error_sign_in_wrong: 'El correo electrónico o la contraseña no son correctos. Inténtelo de nuevo.',
  error_password_wrong: 'La contraseña no es correcta y no se cambió nada. Inténtelo de nuevo.',
  error_code_wrong: 'El código no es correcto o ya se usó. Introduzca otro.',
  error_too_many: 'Demasiados intentos. Inténtelo de nuevo en {minutes}.',
  error_registration_refused:
    'No pudimos crear una cuenta con esta dirección. Si es suya, inicie sesión o restablezca su contraseña.',
  error_cross_site:
    'Este formulario no se envió desde una página de este sitio. Abra {address} y envíelo desde allí.',
  error_view_only: 'Esta no es su cuenta, y su acceso no permite este cambio.',
  error_missing: 'No hay nada en esta dirección. Revise el enlace.',
  error_missing_title: 'Página no encontrada',
  error_back: 'Volver al inicio',
  error_unavailable: 'El servidor está ocupado. Inténtelo de nuevo en un momento.',
  error_other: 'Algo salió mal. Vuelva atrás e inténtelo de nuevo.',
  error_title: 'Algo salió mal',

  email_reset_subject: 'Restablezca su contraseña de Quittance',
  email_reset_text:
    'Alguien solicitó restablecer la contraseña de su cuenta. Si fue usted, elija una contraseña nueva en el plazo de una hora:\n\n{url}\n\nSi no fue usted, ignore este correo. Su contraseña no cambiará.',
  email_registration_subject: 'Su cuenta de Quittance',
  email_registration_text:
    'Alguien se registró con {email}. Si fue usted, abra este enlace en el plazo de un día para crear su cuenta e iniciar sesión:\n\n{url}\n\nSi no fue usted, ignore este correo. No se creará ninguna cuenta.',
  email_already_registered_subject: 'Su cuenta de Quittance',
  email_already_registered_text:
    'Alguien intentó registrarse con {email}, que ya tiene una cuenta. Si fue usted, inicie sesión aquí:\n\n{url}\n\nSi no fue usted, ignore este correo.',
  email_password_changed_subject: 'Se cambió su contraseña',
  email_password_changed_text:
    'Se cambió la contraseña de su cuenta {email} y se cerró la sesión en todos los demás navegadores.\n\nSi no fue usted, restablezca su contraseña de inmediato:\n\n{url}',
  email_two_factor_enabled_subject: 'Se activó la autenticación de dos factores',
  email_two_factor_enabled_text:
    'Ahora se necesita un código para iniciar sesión en su cuenta {email}.\n\nSi no fue usted, restablezca su contraseña de inmediato y avise al administrador del servidor:\n\n{url}',
  email_two_factor_disabled_subject: 'Se desactivó la autenticación de dos factores',
  email_two_factor_disabled_text:
    'Ya no se necesita un código para iniciar sesión en su cuenta {email}.\n\nSi no fue usted, restablezca su contraseña de inmediato:\n\n{url}',
  email_link_granted_subject: 'Ahora puede ver otra cuenta',
  email_named: 'Cuenta {number} (“{name}”)',
  email_nameless: 'Cuenta {number}',
  email_link_granted_text:
    '{account} le permite ver sus facturas, pagos y estadísticas. Usted no puede cambiar nada en ella. Ábrala aquí, con la sesión iniciada como {email}:\n\n{url}\n\nSi no sabe de quién es, rechace el acceso:\n\n{people}',
  email_origin: 'Fecha: {time}\nOrigen: {from}',
  email_from_command_line: 'la línea de comandos del servidor',
  email_pause:
    'Hubo varios cambios como este, así que no enviaremos más correos sobre este tipo de cambio durante una hora como máximo. Los cambios posteriores aparecen en el registro de auditoría:\n\n{log}',
}
