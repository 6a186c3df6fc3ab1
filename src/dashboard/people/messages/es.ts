import type { PeopleMessages } from './en.ts'

export const es: PeopleMessages = {
  people_intro: 'Dé a su contable o a un colega acceso de solo lectura a su cuenta.',
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
  people_error_too_many: 'Introdujo demasiadas direcciones sin cuenta aquí. Inténtelo de nuevo en {minutes}.',

  email_access_granted_subject: 'Otra persona puede ver ahora su cuenta',
  email_access_granted_text:
    '{guest} puede ver ahora las facturas, los pagos y las estadísticas de su cuenta {email}, pero no puede cambiar nada.\n\nSi no fue usted, restablezca su contraseña de inmediato:\n\n{url}\n\nDespués, retire el acceso y revoque los tokens de acceso que no reconozca:\n\n{undo}',
}
