import type { PeopleMessages } from './en.ts'

export const es: PeopleMessages = {
  people_intro: 'Invite a su personal, o dé a su contable o a un colega acceso de solo lectura a su cuenta.',
  people_grant_title: 'Invitar a un lector',
  people_email_hint: 'El correo electrónico con el que esa persona inicia sesión aquí.',
  people_grant: 'Conceder acceso',
  people_viewers: 'Lectores',
  people_viewers_none: 'Solo usted',
  people_viewers_none_text:
    'Los lectores ven sus facturas, pagos y estadísticas en su propio panel, en “Compartido con usted”. No pueden ver los tokens, las billeteras de cobro ni la configuración. Puede retirarles el acceso en cualquier momento.',
  people_viewer: '{email} puede ver sus facturas, pagos y estadísticas, pero no puede cambiar nada.',
  people_since: 'Desde el {time}',
  people_remove: 'Retirar acceso',
  people_shared: 'Compartido con usted',
  people_shared_none: 'Aún no hay cuentas compartidas',
  people_shared_none_text:
    'Cuando otro comercio conceda acceso a {email}, su cuenta aparecerá aquí. Podrá abrirla o rechazarla.',
  people_shared_account:
    'Puede ver las facturas, los pagos y las estadísticas de {name}, pero no puede cambiar nada.',
  people_account: 'Cuenta {number}',
  people_open: 'Abrir cuenta',
  people_reject: 'Rechazar acceso',
  people_done_granted: 'Acceso concedido.',
  people_done_ended: 'Acceso retirado.',
  people_error_unknown:
    'Ninguna cuenta usa aquí este correo electrónico. Pida a la persona que cree una en {address} y conceda el acceso de nuevo.',
  people_error_self: 'Este es su propio correo electrónico. Introduzca el de otra persona.',
  people_error_full:
    'Usted o la otra cuenta alcanzó el número máximo de lectores o de cuentas compartidas. Retire primero un acceso.',
  people_error_too_many:
    'Demasiadas de las direcciones que introdujo no tienen cuenta aquí. Inténtelo de nuevo en {minutes}.',

  role_cashier: 'Cajero',
  role_bookkeeper: 'Contable',
  cashier_at: 'Cajero en {name}',
  bookkeeper_at: 'Contable en {name}',
  switch_account: 'Cambiar de cuenta',
  staff: 'Personal',
  staff_none: 'Aún no hay personal',
  staff_none_text:
    'El personal trabaja en su cuenta con su propio inicio de sesión. Puede quitarlo en cualquier momento.',
  staff_invite_title: 'Invitar a personal',
  staff_email_hint: 'Le enviaremos un enlace por correo. Se puede usar una vez y caduca en 7 días.',
  staff_link_hint: 'Recibirá un enlace para entregar. Se puede usar una vez y caduca en 7 días.',
  staff_needs_account:
    'En este servidor solo el administrador crea cuentas, así que la persona ya debe tener una con este correo electrónico.',
  staff_role: 'Función',
  staff_role_hint:
    'Los cajeros cobran en la caja y ven las facturas de hoy. Los contables ven y exportan todas las facturas y estadísticas, pero no pueden cambiar nada.',
  staff_invite: 'Enviar invitación',
  staff_create_link: 'Crear enlace',
  staff_member: '{email}: {role}',
  staff_valid_until: 'Invitación enviada. El enlace funciona hasta el {time}.',
  staff_expired: 'Invitación enviada. El enlace caducó el {time}.',
  staff_resend: 'Reenviar',
  staff_revoke: 'Revocar invitación',
  staff_make_role: 'Dar función: {role}',
  staff_done_invited: 'Invitación enviada.',
  staff_done_revoked: 'Invitación revocada.',
  staff_done_role: 'Función cambiada.',
  staff_link_title: 'Entregue este enlace',
  staff_link_text:
    'Dé este enlace a {email}. Se puede usar una vez, caduca en 7 días y no se volverá a mostrar.',
  staff_error_exists: 'Esta persona ya trabaja en su cuenta. Puede cambiar su función más abajo.',
  staff_error_too_many: 'Alcanzó el máximo de personal e invitaciones abiertas. Quite primero a alguien.',
  staff_works_as_cashier: 'Usted es cajero en {name}.',
  staff_works_as_bookkeeper: 'Usted es contable en {name}.',
  staff_leave: 'Dejar el equipo',
  invitation_title: 'Invitación',
  invitation_text: '{name} (cuenta {number}) invita a {email} a su equipo. Función: {role}.',
  invitation_cashier: 'Podrá cobrar en la caja y ver las facturas de hoy.',
  invitation_bookkeeper: 'Podrá ver y exportar todas las facturas y estadísticas, pero no cambiar nada.',
  invitation_accept: 'Aceptar invitación',
  invitation_other: 'Ha iniciado sesión como {email}. Cierre la sesión y abra este enlace de nuevo.',
  invitation_register: 'Crear cuenta y aceptar',
  invitation_no_account:
    'Inicie sesión con este correo electrónico para aceptar. Si aún no tiene cuenta, pídasela al administrador de este servidor.',
  invitation_error_other: 'Esta invitación es para otro correo electrónico. Inicie sesión con él.',
  today_title: 'Facturas de hoy',
  today_none_text: 'Las facturas creadas hoy aparecen aquí.',
  email_staff_invitation_subject: 'Invitación al equipo de un comercio',
  email_staff_invitation_text:
    '{account} le invita a su equipo. Función: {role}. Abra este enlace en un plazo de 7 días. Se puede usar una vez y solo es válido para {email}:\n\n{url}\n\nSi no sabe de quién es, ignore este correo.',
  email_staff_invited_subject: 'Se invitó a alguien a trabajar en su cuenta',
  email_staff_invited_text:
    'Se invitó a {guest} a trabajar en su cuenta {email}.\n\nSi no fue usted, restablezca su contraseña de inmediato:\n\n{url}\n\nDespués, revoque la invitación o quite a la persona:\n\n{undo}',

  email_access_granted_subject: 'Otra persona puede ver ahora su cuenta',
  email_access_granted_text:
    '{guest} puede ver ahora las facturas, los pagos y las estadísticas de su cuenta {email}, pero no puede cambiar nada.\n\nSi no fue usted, restablezca su contraseña de inmediato:\n\n{url}\n\nDespués, retire el acceso y revoque los tokens de acceso que no reconozca:\n\n{undo}',
}
