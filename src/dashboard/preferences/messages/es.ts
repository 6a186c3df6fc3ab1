import type { PreferencesMessages } from './en.ts'

export const es: PreferencesMessages = {
  preferences_intro: 'Estas preferencias se aplican a las facturas y los precios nuevos.',
  preferences_done: 'Preferencias guardadas.',
  preferences_save: 'Guardar preferencias',
  preferences_shop: 'Tienda',
  preferences_name: 'Nombre',
  preferences_name_hint:
    'Los clientes lo ven encima del importe. Hasta {count} caracteres. Déjelo vacío para ocultarlo.',
  preferences_currency: 'Moneda',
  preferences_currency_hint: 'Para las facturas que no indican ninguna y para sus estadísticas.',
  preferences_zone: 'Zona horaria',
  preferences_zone_hint: 'Para las horas de sus páginas y los días de sus estadísticas.',
  preferences_coins: 'Criptomonedas',
  preferences_coins_text:
    'Los clientes pueden pagar con estas criptomonedas, en este orden. Para mover una, elija otra posición.',
  preferences_coin: 'Criptomoneda',
  preferences_offered: 'Ofrecida',
  preferences_position: 'Posición',
  preferences_confirmations: 'Confirma\u00adciones',
  preferences_offer: 'Ofrecer {coin}',
  preferences_position_of: 'Posición de {coin}',
  preferences_confirmations_of: 'Confirmaciones para {coin}',
  preferences_default: 'Estándar ({count})',
  preferences_immediately: '0 (inmediato)',
  preferences_no_destination: 'Sin billetera de cobro',
  preferences_confirmations_hint:
    'Una factura está pagada en cuanto la red acepta el pago. El pago se considera confirmado tras este número de confirmaciones, {count} como máximo. Con 0, se considera confirmado de inmediato y usted asume el riesgo de que se revierta. Los pagos ya enviados no cambian.',
  preferences_any_wallets: 'Pagos desde cualquier billetera',
  preferences_any_wallet: 'Aceptar pagos desde cualquier billetera',
  preferences_any_wallet_text:
    'Permita que los clientes paguen también enviando a una dirección, desde cualquier billetera o exchange. Nosotros encontramos el pago en la red. Si es mayor, menor o llega tarde, usted decide qué hacer.',
  preferences_any_wallet_hint:
    'Criptomonedas: {coins}. La billetera de cobro de la criptomoneda debe ser una clave pública extendida (xpub).',
  preferences_underpaid: 'Faltante aceptado, %',
  preferences_underpaid_hint:
    'Si falta como máximo este porcentaje del importe, la factura se considera pagada. De 0 a {max}, por ejemplo 0,5. Déjelo vacío para 0.',
  preferences_prices: 'Precios',
  preferences_prices_text:
    'Mientras un precio es válido, los clientes pagan el importe mostrado aunque cambie el tipo de cambio. Cuanto más tiempo sea válido, mayor será su riesgo cambiario.',
  preferences_hold: 'Validez del precio en minutos',
  preferences_hold_hint: 'De {min} a {max}. Déjelo vacío para el valor estándar, {default}.',
  preferences_frames: 'Página de pago incrustada',
  preferences_origins: 'Sitios que pueden incrustar su página de pago',
  preferences_origins_hint: 'Uno por línea, por ejemplo {example}. Déjelo vacío para no permitir ninguno.',
  preferences_emails: 'Correos',
  preferences_emails_unavailable:
    'Este servidor no puede enviar correos: su operador debe configurar primero un servidor de correo.',
  preferences_email_exceptions: 'Enviarme un correo cuando un pago requiera atención',
  preferences_email_exceptions_hint:
    'Cuando un pago llega tarde o no coincide con el importe pendiente. Como máximo, un correo por hora.',
  preferences_email_receipts: 'Enviar recibos por correo a los compradores',
  preferences_email_receipts_hint:
    'Para facturas cuyos metadatos contienen la dirección del comprador como {key}. Los plugins de tienda la envían. Déjelo desactivado si su tienda envía sus propios correos.',
  preferences_error_name:
    'Introduzca un nombre de {length} caracteres como máximo, sin caracteres de control.',
  preferences_error_currency: 'Elija una moneda de la lista.',
  preferences_error_zone: 'Elija una zona horaria de la lista.',
  preferences_error_coins: 'Ofrezca al menos una criptomoneda.',
  preferences_error_hold:
    'Introduzca un número de minutos de {min_minutes} a {max_minutes} o deje el campo vacío.',
  preferences_error_confirmations: 'Introduzca un número de confirmaciones de 0 a {max}.',
  preferences_error_underpaid:
    'Introduzca un porcentaje de 0 a {max_percent}, con {decimals} decimales como máximo.',
  preferences_error_origins:
    'Introduzca cada sitio como {example}, sin ruta, y 20 sitios como máximo. http:// solo se permite para localhost.',

  preferences_change: '{setting}: {after} (antes: {before})',
  preferences_change_default: 'estándar',
  preferences_change_none: 'ninguno',
  preferences_change_on: 'sí',
  preferences_change_off: 'no',
  email_preferences_changed_subject: 'Se cambiaron las preferencias de su cuenta',
  email_preferences_changed_text:
    'Se cambiaron preferencias de su cuenta {email}:\n\n{changes}\n\nSi no fue usted, restablezca su contraseña de inmediato:\n\n{url}\n\nDespués, restaure sus preferencias:\n\n{undo}',
}
