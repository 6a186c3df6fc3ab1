import type { WebhooksMessages } from './en.ts'

export const es: WebhooksMessages = {
  webhooks_intro:
    'Avisamos a su servidor cuando ocurre algo: cada webhook recibe una solicitud POST firmada por cada evento al que está suscrito.',
  webhooks_add: 'Agregar webhook',
  webhooks_none: 'Aún no hay webhooks',
  webhooks_none_text:
    'Agregue la URL de su servidor, por ejemplo https://shop.example.com/hooks, para recibir todos los eventos. Una factura también puede tener su propia webhook_url, que recibe un aviso cuando se paga.',
  webhooks_caption: 'Webhooks',
  webhooks_webhook: 'Webhook',
  webhooks_state: 'Estado',
  webhooks_last_delivery: 'Última entrega',
  webhooks_every_event: 'Todos los eventos',
  webhooks_no_deliveries: 'Aún ninguna',
  webhooks_enabled: 'Activado',
  webhooks_failing: 'Con errores',
  webhooks_failing_since: 'Sin entregas correctas desde el {time}. Se desactiva a los cinco días.',
  webhooks_disabled: 'Desactivado',
  webhooks_disabled_failing: 'Las entregas fallaron durante cinco días.',
  webhooks_disabled_gone: 'Su servidor respondió 410 Gone.',
  webhooks_disabled_by_hand: 'Usted lo desactivó.',
  webhooks_disabled_at: 'Desde el {time}.',

  webhooks_url: 'URL',
  webhooks_url_hint:
    'Una URL https:// o http://, en el puerto 443 u 80. Otros puertos y las direcciones privadas requieren WEBHOOK_ALLOW_PRIVATE=true, el valor por defecto en el sandbox.',
  webhooks_description: 'Descripción',
  webhooks_description_hint: 'Opcional, para su propia referencia. Hasta 255 caracteres.',
  webhooks_events: 'Eventos',
  webhooks_events_hint: 'Seleccione los eventos que se enviarán. Si no selecciona ninguno, se envían todos.',
  webhooks_kind_invoice: 'Facturas',
  webhooks_kind_payment: 'Pagos',
  webhooks_kind_account: 'Cuenta',
  webhooks_kind_webhook: 'Webhooks',
  webhooks_kind_all: 'Todos',
  webhooks_save: 'Guardar cambios',
  webhooks_created: 'Creación',
  webhooks_details: 'Detalles',
  webhooks_settings: 'Configuración',
  webhooks_enable: 'Activar webhook',
  webhooks_disable: 'Desactivar webhook',
  webhooks_test: 'Enviar evento de prueba',
  webhooks_test_text:
    'Un evento de prueba es un evento webhook.test firmado. Se envía una vez, sin reintentos.',
  webhooks_recent_deliveries: 'Entregas recientes',
  webhooks_all_deliveries: 'Todas las entregas de este webhook',
  webhooks_delete: 'Eliminar webhook',
  webhooks_delete_title: 'Eliminar este webhook',
  webhooks_delete_text:
    'No recibirá más eventos, las entregas pendientes se cancelarán y su secreto se eliminará. Para pausarlo, desactívelo.',

  webhooks_secret: 'Secreto de firma',
  webhooks_secret_text: 'Firma solo las solicitudes a este webhook.',
  webhooks_secret_account: 'Secreto de firma de facturas',
  webhooks_secret_account_text: 'Firma las solicitudes a la webhook_url de una factura.',
  webhooks_secret_show: 'Mostrar secreto',
  webhooks_secret_rotate: 'Rotar secreto',
  webhooks_secret_rotate_text:
    'El secreto nuevo se aplica de inmediato. Ambos secretos firman durante 24 horas.',
  webhooks_secret_password_hint:
    'Confirme su contraseña para que nadie pueda leer el secreto en un equipo desatendido.',
  webhooks_secret_copy: 'Cópielo ahora. Se ocultará de nuevo cuando salga de esta página.',
  webhooks_secret_previous: 'Secreto anterior, que también firma durante 24 horas tras el cambio',
  webhooks_secret_already_shown: 'El secreto ya se mostró. Introduzca su contraseña para verlo de nuevo.',

  webhooks_verify: 'Verificación de firmas',
  webhooks_verify_text:
    'Cada solicitud se firma según {standard}, en los encabezados webhook-id, webhook-timestamp y webhook-signature. Hay bibliotecas para la mayoría de los lenguajes:',
  webhooks_verify_response:
    'Responda con 2xx en menos de 15 segundos. De lo contrario, lo reintentamos: diez intentos en total, a lo largo de tres días. webhook-id es el mismo en todos los intentos: úselo para ignorar duplicados.',

  webhooks_done_created:
    'Webhook agregado. Envíe un evento de prueba para comprobar que su servidor responde.',
  webhooks_done_changed: 'Cambios guardados.',
  webhooks_done_enabled: 'Webhook activado.',
  webhooks_done_disabled: 'Webhook desactivado. Se cancelaron las entregas pendientes.',
  webhooks_done_deleted: 'Webhook eliminado.',
  webhooks_done_rotated: 'Secreto rotado. Ambos secretos firman durante 24 horas.',

  webhooks_error_url:
    'No podemos llamar a esta URL. Introduzca una URL https:// o http:// completa, sin usuario ni contraseña. Las direcciones privadas y los puertos distintos de 443 y 80 requieren WEBHOOK_ALLOW_PRIVATE=true.',
  webhooks_error_description:
    'La descripción es demasiado larga o contiene caracteres no admitidos. Use 255 caracteres como máximo.',
  webhooks_error_types: 'Tipo de evento desconocido. Recargue la página y seleccione los eventos de nuevo.',
  webhooks_error_too_many: 'Alcanzó el número máximo de webhooks. Elimine uno primero.',
  webhooks_error_host_too_many: 'Alcanzó el número máximo de webhooks en este host. Elimine uno primero.',

  email_webhook_added_subject: 'Se agregó un webhook',
  email_webhook_added_text:
    'Se agregó un webhook a su cuenta {email}. Envía eventos a {host}.\n\nSi no fue usted, restablezca su contraseña de inmediato:\n\n{url}\n\nDespués, elimine el webhook y revoque los tokens de acceso que no reconozca:\n\n{undo}',
  email_webhook_url_changed_subject: 'Se cambió la URL de un webhook',
  email_webhook_url_changed_text:
    'Se cambió la URL de un webhook de su cuenta {email}. Ahora envía eventos a {host}. El host anterior era {before}.\n\nSi no fue usted, restablezca su contraseña de inmediato:\n\n{url}\n\nDespués, restaure la URL y revoque los tokens de acceso que no reconozca:\n\n{undo}',
  email_webhook_secret_replaced_subject: 'Se rotó el secreto de un webhook',
  email_webhook_secret_replaced_text:
    'Se rotó un secreto de webhook de su cuenta {email}. Ambos secretos firman durante 24 horas.\n\nSi no fue usted, restablezca su contraseña de inmediato:\n\n{url}\n\nDespués, rote el secreto de nuevo y revoque los tokens de acceso que no reconozca:\n\n{undo}',
}
