import type { DestinationsMessages } from './en.ts'

export const es: DestinationsMessages = {
  destinations_intro:
    'Sus clientes pagan directamente a su propia billetera. Este servidor no guarda claves. Sus facturas no ofrecen criptomonedas sin billetera de cobro.',
  destinations_is_set: 'Configurada',
  destinations_not_set: 'Sin configurar',
  destinations_none: 'Sus clientes aún no pueden pagarle en {coin}.',
  destinations_set_up: 'Agregar billetera',
  destinations_change: 'Cambiar billetera',
  destinations_kind: 'Tipo',
  destinations_kind_xpub: 'Clave pública extendida: una dirección nueva para cada factura',
  destinations_kind_address: 'Dirección fija: la misma para todas las facturas',
  destinations_address: 'Dirección',
  destinations_key_id: 'ID de clave',
  destinations_next: 'Próximo índice',
  destinations_first: 'Primeras direcciones',
  destinations_now: 'Billetera de cobro actual',
  destinations_set_title: 'Billetera de cobro',
  destinations_change_title: 'Nueva billetera de cobro',
  destinations_how:
    'Recomendamos la clave pública extendida (xpub) de su billetera, para que cada factura tenga una dirección nueva. Muestra sus pagos y su saldo, pero no puede gastar nada. En el siguiente paso, comparará las direcciones con su billetera. Nada cambia hasta que confirme.',
  destinations_field: 'Clave pública extendida o dirección',
  destinations_field_hint:
    'Aquí las claves empiezan por {names}. Nunca comparta una clave privada ni una frase de recuperación con nadie, tampoco en esta página.',
  destinations_show: 'Mostrar direcciones',
  destinations_test_title: '¿Aún no tiene una billetera?',
  destinations_test_text:
    'Las monedas de prueba de este sandbox no tienen valor. Una clave de prueba no pertenece a ninguna billetera, así que no hay nada que comparar. Las criptomonedas ya configuradas no cambian.',
  destinations_test_button: 'Usar claves de prueba para todas',
  destinations_skip_title: 'Omitir direcciones',
  destinations_skip_text:
    'Úselo si su billetera ya usó las próximas direcciones en otro lugar. La mayoría de las billeteras solo revisa veinte direcciones seguidas sin usar, así que omita las menos posibles.',
  destinations_skip_by: 'Número de direcciones',
  destinations_skip_hint: 'De 1 a {max}',
  destinations_skip: 'Omitir direcciones',
  destinations_compare_title: 'Compare con su billetera',
  destinations_compare_xpub:
    'Abra la lista de direcciones de recepción en su billetera. Las tres primeras deben coincidir con estas, carácter por carácter:',
  destinations_compare_address:
    'Esta debe ser una dirección de recepción de su billetera, carácter por carácter:',
  destinations_about_xpub: 'Si no coinciden, es otra cuenta u otro tipo de dirección. No confirme.',
  destinations_about_address:
    'Todas las facturas usan esta única dirección, así que cualquiera puede ver que están relacionadas. Para identificar los pagos, cada factura abierta pide un importe ligeramente distinto.',
  destinations_confirm_title: 'Confirmación',
  destinations_confirm_text:
    'Aún no ha cambiado nada. Las facturas que ya tienen una dirección la conservan. Todas las demás usarán esta billetera a partir de ahora.',
  destinations_same_text: 'Esta ya es su billetera de cobro. No cambia nada.',
  destinations_email_text: 'Le avisaremos del cambio por correo electrónico.',
  destinations_confirm: 'Las direcciones coinciden',
  destinations_mismatch: 'No coinciden: introducir otra billetera',
  destinations_done_set: 'Billetera de cobro para {coin} guardada.',
  destinations_done_test: 'Claves de prueba agregadas para todas las criptomonedas.',
  destinations_done_skipped: 'Direcciones de {coin} omitidas.',
  destinations_error_key:
    'Esta clave pública extendida no es válida: falta un carácter o hay uno incorrecto. Cópiela de nuevo desde su billetera.',
  destinations_error_private_key:
    'Esta es una clave privada. Quien la tenga puede gastar su dinero. No la guardamos. Introduzca la clave pública extendida correspondiente y no introduzca la clave privada en ningún otro lugar.',
  destinations_error_other_key:
    'Esta clave es de otra criptomoneda u otra red. Introduzca una que empiece como se indica debajo del campo.',
  destinations_error_address:
    'Esto no es una dirección ni una clave pública extendida de esta criptomoneda en esta red. Cópiela de nuevo desde su billetera.',
  destinations_error_derived:
    'Esta dirección se derivó de una clave pública extendida para una factura. Introduzca otra dirección.',
  destinations_error_changed:
    'La billetera de cobro de esta criptomoneda cambió después de que usted abriera esta página, así que la nueva no se guardó. Revise la billetera actual y empiece de nuevo si quiere cambiarla.',
  destinations_error_skip: 'Introduzca un número entero dentro del rango indicado debajo del campo.',

  email_destination_changed_subject: 'Se cambió su billetera de cobro',
  email_destination_changed_text:
    'A partir de ahora, los pagos en {coin} a su cuenta {email} van a otra billetera. Su primera dirección es:\n\n{address}\n\nCompárela con su billetera. Si no fue usted, restablezca su contraseña de inmediato y después configure de nuevo la billetera de cobro:\n\n{url}',
}
