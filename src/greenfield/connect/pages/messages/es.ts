import type { ConnectMessages } from './en.ts'

export const es: ConnectMessages = {
  title: 'Conectar una tienda',
  plug_in: 'Un plugin de tienda',
  intro: '{application} solicita acceso a su cuenta. Continúe solo si acaba de iniciar esto en su tienda.',
  application: 'Plugin',
  host: 'Tienda',
  host_text: '{host}. Enviamos la clave allí.',
  no_host: 'Le mostramos la clave y usted la copia en el plugin.',
  account: 'Cuenta',
  account_text: '{email}, tienda {store}',
  permissions: 'Permisos',
  unsupported: 'Este servicio no ofrece lo siguiente, así que la clave no lo incluirá:',
  repeated:
    'Esta tienda ya tiene una clave, creada el {time}: {link}. Con “Autorizar” se crea otra. La anterior funciona hasta que la revoque.',
  allow_frame: 'Permitir que {origin} incruste la página de pago',
  authorize: 'Autorizar',
  cancel: 'Cancelar',
  done: 'Clave creada',
  done_send: 'Su navegador envía la clave a {host}.',
  done_repeated: 'Esta es una clave nueva. La anterior funciona hasta que la revoque: {link}.',
  continue: 'Continuar a {host}',
  done_show:
    'Copie la clave ahora en la configuración del plugin: no podrá verla de nuevo. Si la pierde, revóquela y conecte la tienda otra vez.',
  done_store: 'ID de la tienda',
  problem_parameters:
    'La solicitud del plugin no es válida: un valor es demasiado largo o tiene un formato incorrecto. Empiece de nuevo en su tienda.',
  problem_redirect:
    'La solicitud del plugin tiene una URL de redirección no válida. Debe ser una URL https:// completa de su tienda; http:// solo se permite para localhost.',
  problem_permissions:
    'La solicitud del plugin no contiene ningún permiso que este servicio ofrezca. Compruebe que el plugin es compatible con Quittance.',
  'btcpay.store.canviewinvoices': 'Ver las facturas y sus pagos',
  'btcpay.store.canviewstoresettings': 'Ver el nombre, la moneda y las criptomonedas aceptadas de la cuenta',
  'btcpay.store.cancreateinvoice': 'Crear facturas',
  'btcpay.store.canmodifyinvoices': 'Modificar y anular facturas',
  'btcpay.store.canmodifystoresettings':
    'Cambiar la configuración de la tienda (lo exige el plugin; en realidad la clave no puede cambiar nada)',
  'btcpay.store.webhooks.canmodifywebhooks': 'Agregar webhooks y gestionar los que haya agregado',
}
