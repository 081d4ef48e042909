// A graph optimizer: MatMul, BiasAdd and Relu in a row become one _FusedMatMul.
//
// Build it against these headers, or against TensorFlow's own, and load the same library into either:
//   cc -std=c11 -shared -fPIC -I plugins/include -o libfuse_matmul.so fuse_matmul.c
//
// Graphs come as serialized GraphDefs. The few lines of protocol buffers that this needs are written out: a message is a row of
// fields, each a key (number times eight plus a wire type) and a value; nodes are field 1 of the graph.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tensorflow/c/experimental/grappler/grappler.h"
#include "tensorflow/c/tf_buffer.h"
#include "tensorflow/c/tf_status.h"

typedef struct {
  const uint8_t* data;
  size_t size;
} Bytes;

// Reads a number of variable length; 0 when the bytes end before it does.
static int read_varint(Bytes* in, uint64_t* value) {
  *value = 0;
  for (int shift = 0; shift < 64 && in->size > 0; shift += 7) {
    uint8_t byte = *in->data++;
    in->size--;
    *value |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80) return 1;
  }
  return 0;
}

// A field of a message: its number, the bytes of the whole field and, for strings and messages, those of its value.
typedef struct {
  uint64_t number;
  Bytes whole, value;
} Field;

// Takes the next field; 0 at the end, -1 when the message is broken.
static int next_field(Bytes* in, Field* field) {
  const uint8_t* start = in->data;
  uint64_t key, length;
  if (in->size == 0) return 0;
  if (!read_varint(in, &key)) return -1;
  field->number = key >> 3;
  field->value.data = in->data;
  field->value.size = 0;
  switch (key & 7) {
    case 0:
      if (!read_varint(in, &length)) return -1;
      length = 0;
      break;
    case 1: length = 8; break;
    case 2:
      if (!read_varint(in, &length)) return -1;
      field->value.data = in->data;
      break;
    case 5: length = 4; break;
    default: return -1;
  }
  if (length > in->size) return -1;
  if ((key & 7) == 2) field->value.size = (size_t)length;
  in->data += length;
  in->size -= (size_t)length;
  field->whole.data = start;
  field->whole.size = (size_t)(in->data - start);
  return 1;
}

static int is(Bytes bytes, const char* text) {
  return bytes.size == strlen(text) && memcmp(bytes.data, text, bytes.size) == 0;
}

static int equal(Bytes a, Bytes b) {
  return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

enum { MAX_INPUTS = 4 };

typedef struct {
  Bytes whole, message, name, op, device;
  Bytes inputs[MAX_INPUTS];
  int num_inputs;  // MAX_INPUTS + 1: more than this optimizer cares about
  int users;       // inputs of other nodes that refer to it
  int gone;
} Node;

static int read_node(Field field, Node* node) {
  memset(node, 0, sizeof *node);
  node->whole = field.whole;
  node->message = field.value;
  Bytes in = field.value;
  int more;
  while ((more = next_field(&in, &field)) > 0) {
    if (field.number == 1) node->name = field.value;
    if (field.number == 2) node->op = field.value;
    if (field.number == 4) node->device = field.value;
    if (field.number == 3 && node->num_inputs <= MAX_INPUTS) {
      if (node->num_inputs < MAX_INPUTS) node->inputs[node->num_inputs] = field.value;
      node->num_inputs++;
    }
  }
  return more == 0;
}

// The only node that an input refers to as its first output.
static Node* find(Node* nodes, size_t count, Bytes input) {
  for (size_t i = 0; i < count; i++) {
    if (equal(nodes[i].name, input)) return &nodes[i];
  }
  return NULL;
}

typedef struct {
  uint8_t* data;
  size_t size, capacity;
  int failed;
} Out;

static void put(Out* out, const void* data, size_t size) {
  if (out->failed) return;
  if (out->size + size > out->capacity) {
    size_t capacity = (out->size + size) * 2;
    uint8_t* grown = realloc(out->data, capacity);
    if (grown == NULL) {
      out->failed = 1;
      return;
    }
    out->data = grown;
    out->capacity = capacity;
  }
  memcpy(out->data + out->size, data, size);
  out->size += size;
}

static void put_varint(Out* out, uint64_t value) {
  uint8_t bytes[10];
  size_t size = 0;
  do {
    bytes[size] = (uint8_t)(value & 0x7f);
    value >>= 7;
    if (value != 0) bytes[size] |= 0x80;
    size++;
  } while (value != 0);
  put(out, bytes, size);
}

static void put_field(Out* out, uint64_t number, Bytes value) {
  put_varint(out, number << 3 | 2);
  put_varint(out, value.size);
  put(out, value.data, value.size);
}

// An entry of a node's attributes: {key, value}.
static void put_attr(Out* out, const char* key, const uint8_t* value, size_t size) {
  Out entry = {0};
  Bytes name = {(const uint8_t*)key, strlen(key)};
  Bytes bytes = {value, size};
  put_field(&entry, 1, name);
  put_field(&entry, 2, bytes);
  Bytes whole = {entry.data, entry.size};
  put_field(out, 5, whole);
  out->failed |= entry.failed;
  free(entry.data);
}

// Copies the attributes of the product that the fused op has as well.
static void copy_attrs(Out* out, Bytes message) {
  Field field;
  while (next_field(&message, &field) > 0) {
    if (field.number != 5) continue;
    Bytes entry = field.value;
    Field key;
    if (next_field(&entry, &key) <= 0 || key.number != 1) continue;
    if (is(key.value, "T") || is(key.value, "transpose_a") || is(key.value, "transpose_b")) {
      put(out, field.whole.data, field.whole.size);
    }
  }
}

static void put_fused(Out* out, const Node* product, const Node* bias, const Node* relu) {
  // fused_ops = ["BiasAdd", "Relu"], num_args = 1, epsilon and leakyrelu_alpha as by default.
  static const uint8_t fused_ops[] = {0x0a, 15, 0x12, 7, 'B', 'i', 'a', 's', 'A', 'd', 'd', 0x12, 4, 'R', 'e', 'l', 'u'};
  static const uint8_t one[] = {0x18, 1};
  static const uint8_t epsilon[] = {0x25, 0x17, 0xb7, 0xd1, 0x38};
  static const uint8_t alpha[] = {0x25, 0xcd, 0xcc, 0x4c, 0x3e};
  static const char op[] = "_FusedMatMul";
  Bytes op_bytes = {(const uint8_t*)op, sizeof op - 1};
  Out node = {0};
  put_field(&node, 1, relu->name);
  put_field(&node, 2, op_bytes);
  put_field(&node, 3, product->inputs[0]);
  put_field(&node, 3, product->inputs[1]);
  put_field(&node, 3, bias->inputs[1]);
  put_field(&node, 4, relu->device);
  copy_attrs(&node, product->message);
  put_attr(&node, "fused_ops", fused_ops, sizeof fused_ops);
  put_attr(&node, "num_args", one, sizeof one);
  put_attr(&node, "epsilon", epsilon, sizeof epsilon);
  put_attr(&node, "leakyrelu_alpha", alpha, sizeof alpha);
  Bytes message = {node.data, node.size};
  put_field(out, 1, message);
  out->failed |= node.failed;
  free(node.data);
}

static void free_output(void* data, size_t length) {
  (void)length;
  free(data);
}

// Whether a node must stay: the host names those that are used from outside.
static int is_preserved(const TF_GrapplerItem* item, Bytes name, TF_Status* status) {
  int count = 0;
  size_t size = 0;
  TF_GetNodesToPreserveListSize(item, &count, &size, status);
  if (TF_GetCode(status) != TF_OK || count == 0) return 0;
  char** names = calloc((size_t)count, sizeof *names);
  size_t* lengths = calloc((size_t)count, sizeof *lengths);
  char* storage = malloc(size + 1);
  int found = 0;
  if (names != NULL && lengths != NULL && storage != NULL) {
    TF_GetNodesToPreserveList(item, names, lengths, count, storage, size, status);
    for (int i = 0; i < count && TF_GetCode(status) == TF_OK; i++) {
      Bytes other = {(const uint8_t*)names[i], lengths[i]};
      found |= equal(name, other);
    }
  }
  free(names);
  free(lengths);
  free(storage);
  return found;
}

static void optimize(void* optimizer, const TF_Buffer* in, const TF_GrapplerItem* item, TF_Buffer* out, TF_Status* status) {
  (void)optimizer;
  Bytes graph = {in->data, in->length};
  Bytes rest = graph;
  Field field;
  size_t count = 0;
  int more;
  while ((more = next_field(&rest, &field)) > 0) count += field.number == 1;
  Node* nodes = calloc(count + 1, sizeof *nodes);
  Out result = {0};
  if (more < 0 || nodes == NULL) {
    TF_SetStatus(status, TF_INVALID_ARGUMENT, "the graph cannot be read");
    free(nodes);
    return;
  }
  rest = graph;
  for (size_t i = 0; next_field(&rest, &field) > 0;) {
    if (field.number == 1) {
      if (!read_node(field, &nodes[i])) TF_SetStatus(status, TF_INVALID_ARGUMENT, "a node cannot be read");
      i++;
    } else {
      put(&result, field.whole.data, field.whole.size);
    }
  }
  for (size_t i = 0; i < count; i++) {
    for (int k = 0; k < nodes[i].num_inputs && k < MAX_INPUTS; k++) {
      Node* from = find(nodes, count, nodes[i].inputs[k]);
      if (from != NULL) from->users++;
    }
  }
  for (size_t i = 0; i < count; i++) {
    Node *relu = &nodes[i], *bias = NULL, *product = NULL;
    if (is(relu->op, "Relu") && relu->num_inputs == 1) bias = find(nodes, count, relu->inputs[0]);
    if (bias != NULL && is(bias->op, "BiasAdd") && bias->num_inputs == 2 && bias->users == 1) {
      product = find(nodes, count, bias->inputs[0]);
    }
    if (product == NULL || !is(product->op, "MatMul") || product->num_inputs != 2 || product->users != 1) continue;
    if (!equal(product->device, relu->device) || is_preserved(item, bias->name, status) ||
        is_preserved(item, product->name, status)) {
      continue;
    }
    put_fused(&result, product, bias, relu);
    relu->gone = bias->gone = product->gone = 1;
  }
  for (size_t i = 0; i < count; i++) {
    if (!nodes[i].gone) put(&result, nodes[i].whole.data, nodes[i].whole.size);
  }
  free(nodes);
  if (result.failed) {
    free(result.data);
    TF_SetStatus(status, TF_RESOURCE_EXHAUSTED, "out of memory");
    return;
  }
  out->data = result.data;
  out->length = result.size;
  out->data_deallocator = free_output;
}

void TF_InitGraph(TP_OptimizerRegistrationParams* params, TF_Status* status) {
  params->struct_size = TP_OPTIMIZER_REGISTRATION_PARAMS_STRUCT_SIZE;
  params->optimizer_configs->struct_size = TP_OPTIMIZER_CONFIGS_STRUCT_SIZE;
  params->optimizer->struct_size = TP_OPTIMIZER_STRUCT_SIZE;
  params->device_type = "CPU";
  // The host's own fusion would take the pattern apart.
  params->optimizer_configs->remapping = TF_TriState_Off;
  params->optimizer->optimize_func = optimize;
  TF_SetStatus(status, TF_OK, "");
}
