import type { TillMessages } from './en.ts'

export const es: TillMessages = {
  till_amount: 'Importe',
  till_create: 'Crear factura',
  till_keys: 'Teclado numérico',
  till_key_separator: 'Coma decimal',
  till_key_back: 'Borrar el último dígito',
  till_key_clear: 'Borrar',
  till_settings: 'Configuración de la caja',
  till_settings_text:
    'Se aplica a todas las facturas creadas aquí. Guarde esta página en sus marcadores para conservarla: la URL la contiene.',
  till_business_id: 'ID de empresa',
  till_location_id: 'ID de sucursal',
  till_register_id: 'ID de caja',
  till_next: 'Iniciar otra venta',
  till_cancel_next: 'Anular e iniciar otra venta',
  till_open_invoice: 'Abrir factura',

  till_state_waiting: 'Esperando el pago',
  till_state_refused: 'Pago no aceptado',
  till_state_down: 'Red no disponible',
  till_state_checking: 'Verificando el pago',
  till_state_paid: 'Pagado',
  till_state_reversed: 'Pago revertido',
  till_state_cancelled: 'Factura anulada',
  till_state_expired: 'Factura expirada',
  till_state_amount: '{state}: {amount}',
  till_scan: 'Escanear con una billetera',
  till_qr: 'Código QR del enlace de pago',
  till_down_text: 'En este momento no se puede pagar. Esta página lo reintentará automáticamente.',
  till_checking_text:
    'Estamos consultando la red. Tardará unos segundos. No deje que el cliente pague de nuevo.',
  till_confirming_text: 'La red lo está confirmando.',
  till_paid_with: 'Pagado con {amount}',
  till_reversed_text: 'La red descartó el pago por un doble gasto. Abra la factura para ver los detalles.',
  till_cancelled_text: 'Esta factura ya no se puede pagar.',
  till_expired_text: 'No se pagó a tiempo. Cree una factura nueva.',

  till_new_title: 'Nueva factura',
  till_new_currency: 'Moneda',
  till_new_external_id: 'Pedido o referencia',
  till_new_external_id_hint:
    'Se guarda como ID externo. Sirve para encontrar la factura en la lista o en la API.',
  till_new_memo: 'Concepto',
  till_new_memo_hint: 'Su cliente lo ve al pagar.',
  till_new_expiry: 'Expira después de',
  till_new_default: '{time} (por defecto)',
  till_new_more: 'Más opciones',
  till_new_redirect_url: 'URL de redirección',
  till_new_redirect_url_hint: 'Adonde va su cliente después de pagar. Empieza por https://',
  till_new_webhook_url: 'URL del webhook',
  till_new_webhook_url_hint: 'Aquí avisamos a su servidor cuando se paga la factura.',

  till_share_title: 'Factura de {amount}',
  till_share_done: 'Factura creada. Envíe el enlace a su cliente.',
  till_share_checkout: 'Enlace a la página de pago',
  till_share_checkout_hint: 'Una página con el importe, para billeteras que admiten enlaces de pago.',
  till_share_pay: 'Enlace de pago',
  till_share_pay_hint: 'Para billeteras. El código QR contiene este enlace.',
  till_copy: 'Copiar',
  till_copied: 'Copiado',
  till_share_until: 'Expira',
  till_coin_reason: '{coin}: {reason}',
  till_share_coins: 'Criptomonedas aceptadas',
  till_share_unavailable: 'No disponible en este momento',

  till_no_destination_title: 'Aún no hay billetera de cobro',
  till_no_destination:
    'Sus clientes aún no pueden pagarle. Agregue una billetera de cobro para cada criptomoneda que acepte.',
  till_no_destination_link: 'Agregar billetera de cobro',
  till_no_destination_staff:
    'Este comercio aún no puede cobrar. Pida al titular que agregue una billetera de cobro.',
  till_amount_missing: 'Introduzca un importe.',
  till_amount_unclear:
    'No podemos interpretar este importe. Introduzca dígitos y, como máximo, una coma decimal, sin separadores de miles.',
  till_amount_zero: 'El importe debe ser mayor que cero. Introduzca otro.',
  till_amount_decimals:
    'Los importes en {currency} tienen {count} decimales como máximo. Redondee el importe.',
  till_amount_no_decimals: 'Los importes en {currency} no tienen decimales. Redondee el importe.',
  till_amount_large: 'El importe es demasiado alto. Introduzca {amount} como máximo.',
  till_unusual:
    'Es al menos 100 veces su importe habitual. Revíselo y cree la factura de nuevo para confirmarlo.',
  till_error_currency: 'Elija una moneda de la lista.',
  till_error_body:
    'Un campo es demasiado largo o contiene un carácter que no se puede guardar. Los ID admiten hasta 255 caracteres, el concepto 1000 y las URL 2048. El plazo de validez debe estar entre 1 minuto y 30 días.',
  till_error_redirect_url:
    'Esta URL de redirección no se puede usar. Introduzca una URL https:// completa, sin usuario ni contraseña.',
  till_error_webhook_url:
    'No podemos llamar a esta URL de webhook. Introduzca una URL https:// o http:// completa, sin usuario ni contraseña. Las direcciones privadas y los puertos distintos de 443 y 80 requieren WEBHOOK_ALLOW_PRIVATE=true.',
  till_error_no_option:
    'No hay criptomonedas disponibles para este importe. Pruebe con otro importe o inténtelo más tarde.',
  till_error_same_amount:
    'Demasiadas facturas abiertas tienen este importe. Pruebe con uno ligeramente distinto.',
  till_error_no_rates:
    'En este momento no hay ningún precio o red disponible. Inténtelo de nuevo en 30 segundos.',
  till_error_used: 'Este formulario ya creó otra factura. Envíelo de nuevo para crear una segunda.',
  till_error_running: 'Este formulario aún se está procesando. Envíelo de nuevo en un momento.',
}
