import type { PeopleMessages } from './en.ts'

export const ar: PeopleMessages = {
  people_intro: 'دع محاسبًا أو زميلًا يطّلع على حسابك. لا يستطيع أحد ممن تسمح لهم تغيير أي شيء.',
  people_grant_title: 'السماح لشخص بالاطلاع',
  people_email_hint: 'العنوان الذي يسجّل به الدخول هنا.',
  people_grant: 'منح الوصول',
  people_guests: 'من يرى حسابك',
  people_guests_none: 'لا أحد سواك',
  people_guests_none_text:
    'من تمنحه الوصول يقرأ فواتيرك ومدفوعاتك وأرقامك في لوحة تحكمه، تحت «الحسابات التي تراها». لا يرى رموزك ولا وجهات أموالك ولا إعداداتك، ويمكنك إزالته في أي وقت.',
  people_sees: 'يرى {email} فواتيرك ومدفوعاتك وأرقامك، ولا يستطيع تغيير شيء.',
  people_since: 'منذ {time}',
  people_remove: 'إزالة',
  people_opened: 'الحسابات التي تراها',
  people_opened_none: 'لا يوجد حساب بعد',
  people_opened_none_text: 'عندما يمنح تاجر آخر الوصول إلى {email} يظهر حسابه هنا: افتحه أو ارفضه.',
  people_lets_see: 'ترى فواتير {name} ومدفوعاته وأرقامه، ولا تستطيع تغيير شيء.',
  people_account: 'الحساب {number}',
  people_open: 'فتح',
  people_reject: 'رفض',
  people_done_granted: 'تم منح الوصول.',
  people_done_ended: 'انتهى الوصول.',
  people_error_unknown:
    'لا أحد لديه حساب هنا بهذا العنوان. اطلب منه أن ينشئ حسابًا أولًا على {address} ثم امنح الوصول من جديد.',
  people_error_self: 'هذا عنوانك أنت: ترى حسابك من قبل.',
  people_error_too_many: 'سألت عن عناوين كثيرة لا يملكها أحد هنا. حاول مرة أخرى بعد {minutes}.',

  email_access_granted_subject: 'يمكن لشخص آخر الآن الاطلاع على حسابك',
  email_access_granted_text:
    'يمكن لـ {guest} الآن الاطلاع على فواتير حسابك {email} ومدفوعاته وأرقامه، دون تغيير أي شيء.\n\nإن لم تكن أنت من فعل ذلك فأعد تعيين كلمة المرور فورًا:\n\n{url}\n\nثم أزل الوصول، وألغِ رموز الوصول التي لا تعرفها:\n\n{undo}',
}
